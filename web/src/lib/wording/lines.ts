/** Lines of a log in words. */

import type { Line, Message, Value } from '../protocol';
import type { Names, Words } from './words';

/** What there is to say of a line: it has its words by its kind. */
export const messageOf = ({ kind, data, seat }: Line): Message => ({
  key: `event-${kind}`,
  args: { ...(data as Record<string, Value>), seat },
});

// A log is long and told again with each of its lines: what was said stays said, as long as all is called the same.
const told = new WeakMap<Line, { words: Words; names: Names; text: string }>();

/** A line in words, told to everybody alike. */
export function lineText(line: Line, words: Words, names: Names): string {
  const before = told.get(line);
  if (before?.words === words && before.names === names) return before.text;
  const text = words.say(messageOf(line), { names });
  told.set(line, { words, names, text });
  return text;
}
