/**
 * Choosing by pointing, without knowing any rules.
 *
 * The server says which decisions are legal and which things a person points at for each. What has been
 * pointed at so far is the selection; what is still possible follows from these two alone.
 */

import type { Choice } from './protocol';

export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/** The kind of a thing: what stands before its first colon. */
export const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(':'));

/** A mode changes what pointing at other things means, as `use:reinforce` does. */
export const isMode = (thing: string): boolean => thing.startsWith('use:');

/** A thing that is no piece of the table and so needs a button of its own. */
export const isVerb = (thing: string): boolean => isMode(thing) || thing.startsWith('do:');

/** Decisions that nothing is pointed at for: they are buttons. */
export const plain = (choices: readonly Choice[]): Choice[] => choices.filter((c) => c.things.length === 0);

const covers = (choice: Choice, selected: Selection): boolean => {
  for (const thing of selected) if (!choice.things.includes(thing)) return false;
  return true;
};

const pointed = (choices: readonly Choice[], selected: Selection): Choice[] =>
  choices.filter((c) => c.things.length > 0 && covers(c, selected));

/**
 * What the selection can still become. Decisions of a mode that is not selected are out as long as there
 * is any other: one says first that one wants the special thing.
 */
export function candidates(choices: readonly Choice[], selected: Selection): Choice[] {
  const possible = pointed(choices, selected);
  const usual = possible.filter((c) => c.things.every((t) => !isMode(t) || selected.has(t)));
  return usual.length > 0 ? usual : possible;
}

/** What may be pointed at next: it tells the candidates apart, or is the mode of something else. */
export function glowing(choices: readonly Choice[], selected: Selection): Set<string> {
  const left = candidates(choices, selected);
  const counts = new Map<string, number>();
  for (const choice of left) for (const t of choice.things) counts.set(t, (counts.get(t) ?? 0) + 1);
  const glow = new Set<string>();
  for (const [thing, count] of counts) if (count < left.length || left.length === 1) glow.add(thing);
  const modal = [...selected].some(isMode);
  if (!modal) for (const c of pointed(choices, selected)) for (const t of c.things) if (isMode(t)) glow.add(t);
  // With nothing selected, a decision that leads nowhere else must still have something that glows.
  if (selected.size === 0)
    for (const c of left) if (!c.things.some((t) => glow.has(t))) for (const t of c.things) glow.add(t);
  for (const thing of selected) glow.delete(thing);
  return glow;
}

/** What pointing led to: the new selection, and the decision if only one is left. */
export interface Pointed {
  selected: Selection;
  choice: Choice | null;
}

/**
 * Point at a thing. As much of the selection is kept as goes with it, so that another thing of the same
 * kind takes the place of the first. Null: no decision is about this thing.
 */
export function point(choices: readonly Choice[], selected: Selection, thing: string): Pointed | null {
  if (selected.has(thing)) return { selected: without(choices, selected, thing), choice: null };
  let kept: string[] | null = null;
  let best = -1;
  for (const choice of choices) {
    if (!choice.things.includes(thing)) continue;
    const keep = [...selected].filter((t) => choice.things.includes(t));
    const worth = weight(keep, selected) - (foreignMode(choice, keep, thing) ? 0.5 : 0);
    if (worth > best) [kept, best] = [keep, worth];
  }
  if (kept === null) return null;
  const next = new Set([...kept, thing]);
  const left = candidates(choices, next);
  return { selected: next, choice: left.length === 1 ? left[0] : null };
}

// A mode outweighs all else that is kept; among equals the latest things are kept.
function weight(keep: string[], selected: Selection): number {
  const order = [...selected];
  return keep.reduce((sum, t) => sum + (isMode(t) ? 100 : 1 + order.indexOf(t) / 100), 0);
}

// Between equals, a decision that would need a mode nobody asked for comes second.
const foreignMode = (choice: Choice, keep: string[], thing: string): boolean =>
  choice.things.some((t) => isMode(t) && t !== thing && !keep.includes(t));

// Pointing at a mode again, or leaving only one way, lets go of everything.
function without(choices: readonly Choice[], selected: Selection, thing: string): Selection {
  if (isMode(thing)) return NOTHING;
  const rest = new Set([...selected].filter((t) => t !== thing));
  return candidates(choices, rest).length === 1 ? NOTHING : rest;
}

/** The verbs to offer as chips: those that may be pointed at now, and those that are selected. */
export function verbs(choices: readonly Choice[], selected: Selection): string[] {
  const glow = glowing(choices, selected);
  const all = new Set(choices.flatMap((c) => c.things).filter(isVerb));
  return [...all].filter((t) => glow.has(t) || selected.has(t));
}

const FEW = 5;

/**
 * The pieces that may as well be said, where a finger would have to be very small: those with a name, where
 * nothing is open but which one of a few it is.
 */
export function named(choices: readonly Choice[], selected: Selection, names: Record<string, unknown>): string[] {
  const left = candidates(choices, selected);
  const apart = left.map((choice) => choice.things.filter((t) => !left.every((c) => c.things.includes(t))));
  const pieces = left.length === 1 ? [left[0].things.filter((t) => !selected.has(t))] : apart;
  if (pieces.length > FEW || pieces.some((things) => things.length !== 1)) return [];
  const all = pieces.flat();
  return all.every((t) => !isVerb(t) && t in names && kindOf(t) === kindOf(all[0])) ? all : [];
}

/** Whether a choice was pointed at with all that makes it this one, and not merely left over. */
export function isSaid(choices: readonly Choice[], selected: Selection, choice: Choice): boolean {
  const modes = new Set([...selected].filter(isMode));
  const others = candidates(choices, modes);
  return choice.things.every((t) => selected.has(t) || others.every((c) => c.things.includes(t)));
}

/** What pointing at a thing would lead to, without doing it. */
export function ahead(choices: readonly Choice[], selected: Selection, thing: string): Choice[] {
  if (selected.has(thing)) return candidates(choices, selected);
  const next = point(choices, selected, thing);
  return next ? candidates(choices, next.selected) : [];
}
