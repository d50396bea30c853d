import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { find, glance, page, sections } from './rulebook';

const TEXT = `# A game: the rules

For two.

## The rules, one by one

### Rule 1 · Knights

A knight stands *alone* (rule 2). See rules 1 and 2, or rule 9.

### Rule 2 · Castles

> A castle | \`L1\`
`;

const all = sections(TEXT);

it('takes a page apart at its headings', () => {
  expect(all.map(({ title }) => title)).toEqual(['', 'The rules, one by one', 'Rule 1 · Knights', 'Rule 2 · Castles']);
  expect(all.map(({ level }) => level)).toEqual([2, 2, 3, 3]);
  expect(all.map(({ rule }) => rule)).toEqual([null, null, 1, 2]);
  expect(all[2].id).toBe('rule-1--knights');
});

it('leads from one rule to others, where there are such', () => {
  expect(page(all[2], all)).toBe(
    '<p>A knight stands <i>alone</i> (rule <a href="#rule-2--castles">2</a>). See rules ' +
      '<a href="#rule-1--knights">1</a> and <a href="#rule-2--castles">2</a>, or rule 9.</p>',
  );
});

it('finds all of the words, in titles first, and says where', () => {
  expect(find(all, '  ')).toEqual([]);
  expect(find(all, 'CASTLE').map(({ section }) => section.rule)).toEqual([2]);
  expect(find(all, 'rule 2').map(({ section }) => section.rule)).toEqual([2, 1]);
  expect(find(all, 'knight alone')[0].words).toBe('A knight stands alone (rule 2). See rules 1 and 2, or rule 9.');
  expect(find(all, 'castle')[0].words).toBe('A castle L1');
  expect(find(all, 'dragon')).toEqual([]);
});

const books = globSync(`${import.meta.dirname}/../../../src/palatine/games/*/rules.md`);

describe.each(books)('%s', (book) => {
  const rules = sections(readFileSync(book, 'utf-8'));

  it('number their rules without a gap, each with a place of its own', () => {
    const numbers = rules.map(({ rule }) => rule).filter((rule) => rule !== null);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('have a card to keep beside the table', () => {
    expect(glance(rules)?.body).toContain('| each');
  });

  it('name no rule that is not there', () => {
    for (const section of rules) expect(page(section, rules)).not.toMatch(/\brules? \d/);
  });
});
