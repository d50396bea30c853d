/**
 * The words for messages: catalogues of Project Fluent in one language. Beside Fluent's own they have a few
 * functions, the same ones as the server has (palatine.core.words, where they are explained).
 */

import {
  FluentBundle,
  FluentNumber,
  FluentResource,
  FluentType,
  type FluentFunction,
  type FluentValue,
} from '@fluent/bundle';
import type { Message, Value } from '../protocol';

/** What the seats are called. */
export type Names = readonly (string | Message)[];

/** To whom something is said, and how. */
export interface Manner {
  names?: Names;
  /** The seat that is spoken to as "you"; nobody unless said. */
  reader?: number | null;
  /** Another text about the same, as the `help` of an option: an attribute in Fluent. */
  form?: string;
}

const LOCALES: Record<string, string> = { en: 'en-GB' }; // what a folder of words is written in
const STYLES: Record<string, Intl.ListFormatType> = { and: 'conjunction', or: 'disjunction' };
const PLAIN: Record<string, string> = { comma: ', ', semicolon: '; ' }; // lists without a word before the last

/** Several things; Fluent has no lists of its own. */
class Listed extends FluentType<FluentValue[]> {
  toString(): string {
    return this.value.map(plain).join(', ');
  }
}

/** What can be said in one language, by the house or by the house and a game. */
export class Words {
  private readonly bundle: FluentBundle;
  private readonly locale: string;
  private names: Names = [];
  private reader: number | null = null;

  constructor(
    readonly language: string,
    texts: readonly string[],
  ) {
    this.locale = LOCALES[language] ?? language;
    this.bundle = new FluentBundle(this.locale, { functions: this.functions(), useIsolating: false });
    for (const text of texts) this.bundle.addResource(read(text));
  }

  has(key: string): boolean {
    return this.bundle.hasMessage(key);
  }

  /** A message in words; what has none is called by its key, so that a page stands all the same. */
  say(message: Message, { names = [], reader = null, form }: Manner = {}): string {
    const before = [this.names, this.reader] as const;
    [this.names, this.reader] = [names, reader];
    try {
      return this.worded(message, form);
    } finally {
      [this.names, this.reader] = before;
    }
  }

  private worded({ key, args = {} }: Message, form: string | null = null): string {
    const values = Object.entries(args).map(([name, value]) => [name, this.value(value)] as const);
    return this.format(key, form, Object.fromEntries(values));
  }

  private format(key: string, form: string | null, args: Record<string, FluentValue>): string {
    const message = this.bundle.getMessage(key);
    const pattern = form === null ? message?.value : message?.attributes[form];
    if (!pattern) {
      complain(`there are no words in ${this.language} for ${key}${form === null ? '' : `, form ${form}`}`);
      return key;
    }
    const errors: Error[] = [];
    const text = this.bundle.formatPattern(pattern, args, errors);
    for (const error of errors) complain(`${key} in ${this.language}: ${error.message}`);
    return text;
  }

  /** An argument as Fluent takes it. */
  private value(value: Value): FluentValue {
    if (value === null) return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return value;
    // Numbers of rules, cards and lines are written without signs between their digits.
    if (typeof value === 'number') return new FluentNumber(value, { useGrouping: false });
    if (isMessage(value)) return this.worded(value);
    return new Listed(value.map((item) => this.value(item)));
  }

  private functions(): Record<string, FluentFunction> {
    return {
      NUMBER: ([number], options) => formatted(number, options),
      PERSON: ([seat]) => this.person(seat),
      NAME: ([seat]) => this.name(seat),
      NAMES: ([seats], { type }) =>
        this.joined(
          items(seats).map((seat) => this.name(seat)),
          type,
        ),
      LIST: ([things], { type, of, form }) =>
        this.joined(
          items(things).map((thing) => (of === undefined ? plain(thing) : this.term(thing, of, form))),
          type,
        ),
      TERM: ([thing], { of, form }) => this.term(thing, of, form),
    };
  }

  private person(seat: FluentValue): string {
    if (!(seat instanceof FluentNumber) || seat.value < 0) return 'nobody';
    return seat.value === this.reader ? 'you' : 'other';
  }

  private name(seat: FluentValue): string {
    const number = Number(plain(seat)); // a decision names its seat by a text
    const name = this.names[number];
    if (name === undefined) return this.format('seat-numbered', null, { seat: new FluentNumber(number) });
    return typeof name === 'string' ? name : this.worded(name);
  }

  private term(thing: FluentValue, of: FluentValue, form: FluentValue | undefined): string {
    return this.format(`${plain(of)}-${plain(thing)}`, form === undefined ? null : plain(form), {});
  }

  private joined(texts: string[], type: FluentValue = 'and'): string {
    const kind = plain(type);
    if (kind in PLAIN) return texts.join(PLAIN[kind]);
    return new Intl.ListFormat(this.locale, { type: STYLES[kind] }).format(texts);
  }
}

// What the house says belongs to every game's words: it is read once.
const resources = new Map<string, FluentResource>();

function read(text: string): FluentResource {
  const known = resources.get(text) ?? new FluentResource(text);
  resources.set(text, known);
  return known;
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value;

const items = (things: FluentValue): FluentValue[] => (things instanceof Listed ? things.value : [things]);

/** A thing as its name is written: numbers as they are, whatever the language. */
const plain = (thing: FluentValue): string => (typeof thing === 'string' ? thing : String(thing.valueOf()));

/** A number as it is asked to be written. Catalogues know no true: grouping is asked for by 1, which Intl refuses. */
function formatted(number: FluentValue, options: Record<string, FluentValue>): FluentValue {
  if (!(number instanceof FluentNumber)) return number;
  const asked = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value.valueOf()]));
  if ('useGrouping' in asked) asked.useGrouping = Boolean(asked.useGrouping);
  return new FluentNumber(number.value, { ...number.opts, ...asked });
}

const known = new Set<string>();

/** Whoever works on the words wants to know what is missing, once. */
function complain(problem: string): void {
  if (!known.has(problem)) console.warn(problem);
  known.add(problem);
}
