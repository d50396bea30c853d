/** A hint at the table: it is about one question, and gone with it. */

import { words } from './api';
import type { Advice, Ask, Judged, Message } from './protocol';
import { sameQuestion } from './turn.svelte';

const NOTHING: ReadonlySet<string> = new Set();

export class Hinting {
  /** Which of the choices is shown; the first is the best. */
  at = $state(0);

  private question: Ask | null = $state.raw(null);
  private answer: Advice | null = $state.raw(null);
  private failure: string | null = $state(null);

  constructor(
    /** What is asked of me now. */
    private readonly asked: () => Ask | null,
    /** Have somebody think about it. */
    private readonly think: () => Promise<Advice>,
  ) {}

  // Whatever was heard about another question does not count any more.
  private readonly current: boolean = $derived.by(() => {
    const ask = this.asked();
    return this.question !== null && ask !== null && sameQuestion(this.question, ask);
  });

  readonly advice: Advice | null = $derived(this.current ? this.answer : null);
  readonly problem: string | null = $derived(this.current ? this.failure : null);
  readonly thinking: boolean = $derived(this.current && !this.answer && !this.failure);

  /** The choice that is shown. */
  readonly choice: Judged | null = $derived(this.advice?.choices[this.at] ?? null);

  /** What to mark on the table for it. */
  readonly things: ReadonlySet<string> = $derived(this.choice ? new Set(this.choice.things) : NOTHING);

  /** What comes next in it after decisions that are drafted; nothing where they are others. */
  next(moves: readonly string[]): string | null {
    const line = this.choice?.line ?? [];
    return moves.every((move, i) => move === line[i]) ? (line[moves.length] ?? null) : null;
  }

  /** Ask for a hint about the question of the moment. */
  async ask(): Promise<void> {
    const ask = this.asked();
    if (!ask || this.thinking) return;
    const question = (this.question = ask);
    this.answer = this.failure = null;
    this.at = 0;
    try {
      const answer = await this.think();
      if (this.question === question) this.answer = answer;
    } catch (error) {
      if (this.question === question) this.failure = words(error);
    }
  }

  /** Let go of it. */
  drop(): void {
    this.question = this.answer = this.failure = null;
  }
}

/** A choice in words, with how the turn goes on; what is done again and again is said once. */
export function advised(choice: Judged, say: (message: Message) => string): string {
  const small = (label: string) => label.slice(0, 1).toLowerCase() + label.slice(1);
  const told = [say(choice.label), ...choice.then.map((label) => small(say(label)))];
  return told.filter((label, i) => i === 0 || label !== told[i - 1]).join(', then ');
}

/** A chance as one says it. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return 'under 1\u00a0%';
  if (chance < 1 && chance > 0.99) return 'over 99\u00a0%';
  return `${Math.round(chance * 100)}\u00a0%`;
}
