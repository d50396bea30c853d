/** What is said to those who listen: everything once, and what belongs together in one piece. */

/** All there is to hear at a moment. */
export interface Sayable<L> {
  /** The log, as far as it is on display. */
  lines: readonly L[];
  /** What is asked. */
  prompt: string;
  /** What is said besides: why not, or what a choice would do. */
  aside: string;
}

/** Pieces of text said one after the other, each as a sentence. */
export function sentences(...pieces: string[]): string {
  return pieces
    .filter(Boolean)
    .map((piece) => (/[.!?]$/.test(piece) ? piece : `${piece}.`))
    .join(' ');
}

export class Voice<L> {
  private told: number;
  private prompt = '';
  private aside = '';

  /** Who comes in later is not told what happened before: that is in the log. */
  constructor(
    lines: readonly L[],
    /** A line in words. */
    private readonly text: (line: L) => string,
  ) {
    this.told = lines.length;
  }

  /** What is new since it spoke last; nothing where nothing is. */
  news({ lines, prompt, aside }: Sayable<L>): string {
    const heard = lines.slice(this.told).map((line) => this.text(line));
    if (prompt !== this.prompt) heard.push(prompt);
    if (aside !== this.aside) heard.push(aside);
    [this.told, this.prompt, this.aside] = [lines.length, prompt, aside];
    return heard.filter(Boolean).join(' ');
  }
}
