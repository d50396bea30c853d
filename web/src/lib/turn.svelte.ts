/**
 * The turn that is being put together: what is asked, what is pointed at, what is drafted, and what the
 * server says it would do. It sends nothing by itself but thoughts.
 */

import * as choose from './choose';
import type { Ask, Choice, Considered, Message } from './protocol';

export type Glow = 'may' | 'chosen' | 'drafted' | null;

export interface OpenDraft {
  moves: string[];
  /** What the decisions are called. */
  labels: Message[];
  told: Message[];
  done: boolean;
}

/** What a choice would do; with a label where there are several. */
export interface Hint {
  label: Message | null;
  told: Message[];
}

/** Something that may be said and is no piece of the table. */
export interface Verb {
  thing: string;
  words: Message | string;
  chosen: boolean;
}

// One decision of the draft: where it was chosen, how, and what the server said to it.
interface Drafted {
  ask: Ask;
  selected: choose.Selection;
  choice: Choice;
  /** Whether it was named by a button. */
  named: boolean;
  answer: Considered | null;
}

export class Turn {
  /** What is asked at the table, whatever is drafted. */
  base: Ask | null = $state.raw(null);
  selected: choose.Selection = $state.raw(choose.NOTHING);

  private drafted: Drafted[] = $state.raw([]);
  private hovered: string | null = $state(null);
  private peeked: Choice | null = $state.raw(null);

  constructor(
    /** Whether nothing can be chosen at the moment. */
    private readonly closed: () => boolean,
    /** Ask the server what decisions would do. */
    private readonly consider: (question: number, moves: string[]) => void,
    /** Whether each decision is made by itself, and not a whole turn at once. */
    private readonly stepwise: () => boolean = () => false,
  ) {}

  // -- What it is --------------------------------------------------------------------------------------

  /** What is asked now: after a draft the next question of the same turn. */
  readonly ask: Ask | null = $derived.by(() => {
    if (this.closed()) return null;
    const top = this.drafted.at(-1);
    return top ? this.following(top.answer) : this.base;
  });

  /** The position with the draft, as far as there is one to show. */
  readonly shown: Considered['shown'] = $derived(this.drafted.findLast((d) => d.answer?.shown)?.answer?.shown ?? null);

  readonly draft: OpenDraft | null = $derived.by(() => {
    const top = this.drafted.at(-1);
    if (!top) return null;
    const labels = this.drafted.map((d) => d.choice.label);
    return { moves: this.moves, labels, told: top.answer?.told ?? [], done: top.answer?.done ?? false };
  });

  /** The decisions drafted so far. */
  get moves(): string[] {
    return this.drafted.map((d) => d.choice.move);
  }

  /** Choices that nothing is pointed at for: buttons. */
  readonly buttons: Choice[] = $derived(this.ask ? choose.plain(this.ask.choices) : []);

  /** All choices with something to point at: the next, or where there are none, those that were drafted from. */
  readonly choices: Choice[] = $derived(
    ((this.ask ?? this.drafted.at(-1)?.ask)?.choices ?? []).filter((choice) => choice.things.length > 0),
  );

  /** Which of them is drafted. */
  readonly chosen: Choice | null = $derived(this.ask ? null : (this.drafted.at(-1)?.choice ?? null));

  /** Whether what is drafted can be confirmed as it is. */
  readonly isWhole: boolean = $derived.by(() => {
    const answer = this.drafted.at(-1)?.answer;
    return !!answer && !this.following(answer);
  });

  /** Whether the last decision drafted was pointed at with all that makes it this one. */
  readonly isSaid: boolean = $derived.by(() => {
    const top = this.drafted.at(-1);
    return !!top && choose.isSaid(top.ask.choices, top.selected, top.choice);
  });

  /** Whether it was named by a button, and has to be made before anything else can be seen. */
  readonly isDue: boolean = $derived.by(() => {
    const top = this.drafted.at(-1);
    return this.isWhole && !!top?.named && !!top.answer?.hidden;
  });

  readonly isEmpty: boolean = $derived(this.drafted.length === 0 && this.selected.size === 0);

  private readonly may: ReadonlySet<string> = $derived(
    this.ask ? choose.glowing(this.ask.choices, this.selected) : new Set<string>(),
  );

  private readonly inDraft: ReadonlySet<string> = $derived(new Set(this.drafted.flatMap((d) => d.choice.things)));

  glow(thing: string): Glow {
    if (this.selected.has(thing)) return 'chosen';
    if (this.may.has(thing)) return 'may';
    return this.inDraft.has(thing) ? 'drafted' : null;
  }

  /** What the hovered choice would do, else what is selected or drafted; several choices by their labels. */
  readonly hints: Hint[] = $derived.by(() => {
    if (this.peeked) return [{ label: null, told: this.wouldDo(this.peeked) }];
    const ahead = this.hovered ? this.ahead(this.hovered) : this.aheadOfSelected();
    return ahead ?? (this.draft ? [{ label: null, told: this.draft.told }] : []);
  });

  /** Chips: what may be said that is no piece of the table. */
  readonly verbs: Verb[] = $derived.by(() => {
    const ask = this.ask;
    const offered = ask
      ? [...choose.verbs(ask.choices, this.selected), ...choose.named(ask.choices, this.selected, ask.words)]
      : [];
    const chips = offered.map((thing) => ({
      thing,
      words: wordsOf(ask, thing),
      chosen: this.selected.has(thing),
    }));
    return this.closed() ? chips : [...this.otherVerbs(offered), ...chips];
  });

  // -- What one does -----------------------------------------------------------------------------------

  /** Point at a thing, or name it: choose, draft, unselect. False where it is no part of what can be chosen. */
  point(thing: string, named = false): boolean {
    if (this.pointDrafted(thing)) return true;
    const ask = this.ask;
    const next = ask && choose.point(ask.choices, this.selected, thing);
    if (!next) return this.repoint(thing);
    this.select(ask, next, named);
    return true;
  }

  /** Say a choice at once; one that is drafted already is let go. */
  choose(choice: Choice): void {
    const top = this.drafted.at(-1);
    const whole = { selected: new Set(choice.things), choice };
    if (this.ask?.choices.includes(choice)) return this.select(this.ask, whole);
    if (!top?.ask.choices.includes(choice)) return;
    this.drafted = this.drafted.slice(0, -1);
    if (top.choice !== choice) this.select(top.ask, whole);
  }

  /** The pointer is over a thing; null when it leaves. */
  hover(thing: string | null): void {
    this.hovered = thing;
  }

  /** The pointer is over a button; null when it leaves. */
  peek(choice: Choice | null): void {
    this.peeked = choice;
  }

  /** Let go of the selection, or else of the last decision drafted. */
  change(): void {
    if (this.selected.size === 0) this.drafted = this.drafted.slice(0, -1);
    this.selected = choose.NOTHING;
    this.look();
  }

  /** Let go of everything. */
  drop(): void {
    this.drafted = [];
    this.selected = choose.NOTHING;
  }

  /** Nothing is pointed at any more. */
  look(): void {
    this.hovered = this.peeked = null;
  }

  // -- What the server says ----------------------------------------------------------------------------

  /** Something is asked; a draft lives as long as the question that it answers. */
  asks(ask: Ask | null): void {
    const same = ask !== null && this.base !== null && sameQuestion(this.base, ask);
    this.base = ask;
    if (same) return;
    this.drop();
    this.look();
  }

  /** Whether the server has answered to all that is drafted. */
  get isConsidered(): boolean {
    return this.drafted.every((d) => d.answer);
  }

  /** Ask again for what was not answered when the connection broke. */
  wonder(): void {
    if (this.base && !this.closed() && !this.isConsidered) this.consider(this.base.question, this.moves);
  }

  considered(answer: Considered): void {
    if (answer.question !== this.base?.question) return;
    const moves = this.moves;
    const at = answer.moves.length - 1;
    if (at < 0 || answer.moves.some((move, i) => move !== moves[i])) return;
    this.drafted = this.drafted.map((d, i) => (i === at ? { ...d, answer } : d));
  }

  // -- Within ------------------------------------------------------------------------------------------

  // The next question of the same turn, where a turn is put together before it is made.
  private following(answer: Considered | null): Ask | null {
    return this.stepwise() ? null : (answer?.ask ?? null);
  }

  private select(ask: Ask, next: choose.Pointed, named = false): void {
    this.selected = next.selected;
    this.look(); // the pointer is still there, but what it did is what counts now
    if (!next.choice || !this.base) return;
    const decision = { ask, selected: next.selected, choice: next.choice, named, answer: null };
    this.drafted = [...this.drafted, decision];
    this.selected = choose.NOTHING;
    this.consider(this.base.question, this.moves);
  }

  // Pointing at what the last decision implies only says it aloud: it was not pointed at yet.
  private pointDrafted(thing: string): boolean {
    const top = this.drafted.at(-1);
    if (!top || this.selected.size > 0) return false;
    if (!top.choice.things.includes(thing) || top.selected.has(thing)) return false;
    const selected = new Set([...top.selected, thing]);
    this.drafted = [...this.drafted.slice(0, -1), { ...top, selected }];
    return true;
  }

  // Change the last decision drafted by pointing at something else that it could have been.
  private repoint(thing: string): boolean {
    const top = this.drafted.at(-1);
    const next = top && choose.point(top.ask.choices, top.selected, thing);
    if (!top || !next) return false;
    this.drafted = this.drafted.slice(0, -1);
    this.select(top.ask, next);
    return true;
  }

  // The modes that the last decision drafted could have instead, as long as nothing else is selected.
  private otherVerbs(offered: string[]): Verb[] {
    const top = this.drafted.at(-1);
    if (!top || this.selected.size > 0) return [];
    const mine = new Set(top.choice.things);
    const verbs = choose.verbs(top.ask.choices, top.selected);
    const all = new Set([...verbs, ...top.choice.things.filter(choose.isVerb)]);
    const others = [...all].filter((t) => !offered.includes(t));
    // What is drafted needs no chip that only says it again.
    if (!others.some((t) => choose.isMode(t) || !mine.has(t))) return [];
    return others.map((thing) => ({ thing, words: wordsOf(top.ask, thing), chosen: mine.has(thing) }));
  }

  private wouldDo({ move }: Choice): Message[] {
    return this.ask?.each[move] ?? this.drafted.at(-1)?.ask.each[move] ?? [];
  }

  private ahead(thing: string): Hint[] | null {
    const top = this.drafted.at(-1);
    if (this.ask) {
      const told = leads(choose.ahead(this.ask.choices, this.selected, thing), this.ask);
      if (told) return told;
    }
    if (top && !top.choice.things.includes(thing))
      return leads(choose.ahead(top.ask.choices, top.selected, thing), top.ask);
    return null;
  }

  private aheadOfSelected(): Hint[] | null {
    if (!this.ask || this.selected.size === 0) return null;
    return leads(choose.candidates(this.ask.choices, this.selected), this.ask);
  }
}

/** Whether it is the same question: a secret choice that can still be changed is asked for by the same number. */
export const sameQuestion = (one: Ask, other: Ask): boolean =>
  one.question === other.question && JSON.stringify(one.prompt) === JSON.stringify(other.prompt);

const wordsOf = (ask: Ask | null, thing: string): Message | string =>
  ask?.words[thing] ?? thing.slice(thing.indexOf(':') + 1);

// Of a choice of which nothing can be foreseen its label is told, as a sentence.
const repeats = ({ key, args }: Message, { label }: Choice): boolean =>
  key === 'sentence' && JSON.stringify(args?.said) === JSON.stringify(label);

// What a few choices would do: one speaks for itself, several are told apart by their labels.
function leads(choices: Choice[], { each }: Ask): Hint[] | null {
  if (choices.length === 0 || choices.length > 4) return null;
  if (choices.length > 1)
    return choices.map((c) => ({ label: c.label, told: (each[c.move] ?? []).filter((said) => !repeats(said, c)) }));
  const told = each[choices[0].move] ?? [];
  return [{ label: null, told: told.length > 0 ? told : [choices[0].label] }];
}
