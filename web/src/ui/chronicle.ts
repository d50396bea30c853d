/** A line of what happened, as it is told. */
export interface Said {
  text: string;
  /** Who did it. */
  seat: number | null;
  /** Where the rules say so. */
  rule: number | null;
  quiet?: boolean;
  /** Whether it is the moment on display, where lines are moments to go to. */
  here?: boolean;
  /** Whether what it is about is marked on the board. */
  marked?: boolean;
  /** What a click does, if anything. */
  go?: () => void;
  /** What it brought with it: it stands behind it until somebody wants to read it. */
  more?: Said[];
}

/** Something that can be told apart by who did it. */
interface Told {
  seat: number | null;
}

/**
 * The lines of one entry of the log: those that are about whoever did it stand behind the first. What comes to
 * others, or to nobody after that, has a line of its own, so that it is not missed.
 */
export function folded<T extends Told>(lines: readonly T[]): T[][] {
  const found: T[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && (line.seat === last[0].seat || (line.seat === null && found.length === 1))) last.push(line);
    else found.push([line]);
  }
  return found;
}
