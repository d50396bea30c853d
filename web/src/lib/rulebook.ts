/** A rules page in its sections: to list them, to find something, and to open it at a rule. */

import { html, slug } from './markdown';
import type { Scene } from './scene';

export interface Section {
  id: string;
  title: string;
  level: number; // 2 for a part of the page, 3 for a section in it
  rule: number | null;
  body: string; // Markdown
}

/** A place in the rules to be opened; a new one each time, also for the same rule. */
export interface Place {
  rule: number;
}

/** What happened last by a rule, to be looked up. */
export interface LastEvent extends Place {
  text: string;
}

export function lastEvent(scene: Scene): LastEvent | null {
  const line = scene.lines.findLast(({ rule }) => rule !== null);
  return line?.rule ? { rule: line.rule, text: scene.lineText(line) } : null;
}

/** A section in which something was found, with the words around it. */
export interface Found {
  section: Section;
  words: string;
}

const HEADING = /^(##|###) (.+)$/;
const AROUND = 60; // letters on each side of what was found

/** The sections of a rules page; what comes before the first heading has no title. */
export function sections(markdown: string): Section[] {
  const found: Section[] = [{ id: 'top', title: '', level: 2, rule: null, body: '' }];
  for (const line of markdown.replace(/^# .*\n/, '').split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    if (!heading) {
      found[found.length - 1].body += `${line}\n`;
      continue;
    }
    const [, { length }, title] = heading;
    const rule = /^Rule (\d+)\b/.exec(title);
    found.push({ id: slug(title), title, level: length, rule: rule ? Number(rule[1]) : null, body: '' });
  }
  return found;
}

/** The card to keep beside the table: the section of that name, where a rules page has one. */
export const glance = (all: readonly Section[]): Section | undefined => all.find(({ id }) => id === 'at-a-glance');

/** The text of a section as HTML; where it names another rule, that is a link to it. */
export const page = (section: Section, all: readonly Section[]): string =>
  html(section.body).replace(
    /\b(rules? )(\d+(?:(?:, | and | to )\d+)*)/g,
    (_, word: string, numbers: string) => word + numbers.replace(/\d+/g, (number) => link(Number(number), all)),
  );

function link(number: number, all: readonly Section[]): string {
  const there = all.find(({ rule }) => rule === number);
  return there ? `<a href="#${there.id}">${number}</a>` : String(number);
}

/** Where all of some words occur: titles first, then rules, then what only sums them up. */
export function find(all: readonly Section[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = all.filter(({ title, body }) =>
    words.every((word) => `${title}\n${plain(body)}`.toLowerCase().includes(word)),
  );
  const titled = ({ title }: Section) => words.every((word) => title.toLowerCase().includes(word));
  const place = (section: Section) => (titled(section) ? 0 : section.rule !== null ? 1 : 2);
  const ordered = hits.sort((one, other) => place(one) - place(other));
  return ordered.map((section) => ({ section, words: around(plain(section.body), words) }));
}

// Without the signs of Markdown, in one line.
const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^[>|#\s-]+|\s*\|\s*|[*`]|---/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function around(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const start = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = at + AROUND * 2;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}
