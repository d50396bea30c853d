import { SvelteMap } from 'svelte/reactivity';
import { expect, it } from 'vitest';
import { ApiError } from './api';
import { advised, Hinting, percent } from './hint.svelte';
import type { Advice, Ask, Judged, Message } from './protocol';

const asking = (question: number, prompt = 'Your turn.'): Ask => ({
  question,
  prompt: { key: prompt },
  choices: [],
  words: {},
  each: {},
  chosen: null,
});
const said = (key: string): Message => ({ key });
const say = ({ key }: Message) => key;
const choice = (label: string, things: string[] = [], then: string[] = []) =>
  ({ label: said(label), things, then: then.map(said), line: ['8>L8', '.'] }) as unknown as Judged;
const advice = {
  choices: [choice('Knight on L8', ['space:L8']), choice('Knight on R8', ['space:R8'])],
} as unknown as Advice;

function table(think: () => Promise<Advice>) {
  const now = new SvelteMap([['ask', asking(1)]]);
  return { now, hint: new Hinting(() => now.get('ask') ?? null, think) };
}

it('thinks, tells, and shows other choices on demand', async () => {
  const { hint } = table(() => Promise.resolve(advice));
  const told = hint.ask();
  expect(hint.thinking).toBe(true);
  await told;
  expect([hint.thinking, hint.choice?.label.key]).toEqual([false, 'Knight on L8']);
  expect([...hint.things]).toEqual(['space:L8']);
  expect([hint.next([]), hint.next(['8>L8']), hint.next(['8>R8']), hint.next(['8>L8', '.'])]).toEqual([
    '8>L8',
    '.',
    null,
    null,
  ]);
  hint.at = 1;
  expect([...hint.things]).toEqual(['space:R8']);
  hint.drop();
  expect([hint.choice, hint.things.size]).toEqual([null, 0]);
});

it('is dropped when something else is asked, also while it is thought about', async () => {
  const { now, hint } = table(() => Promise.resolve(advice));
  await hint.ask();
  now.set('ask', asking(2));
  const later = table(() => Promise.resolve(advice));
  const told = later.hint.ask();
  later.now.set('ask', asking(1, 'Locked. You can change it.'));
  await told;
  expect([hint.choice, later.hint.choice, later.hint.thinking]).toEqual([null, null, false]);
});

it('says what went wrong, and can be asked again', async () => {
  let busy = true;
  const { hint } = table(() =>
    busy ? Promise.reject(new ApiError('busy', 'Ask again in a while.')) : Promise.resolve(advice),
  );
  await hint.ask();
  expect([hint.problem, hint.thinking]).toEqual(['Ask again in a while.', false]);
  busy = false;
  await hint.ask();
  expect([hint.problem, hint.choice?.label.key]).toEqual([null, 'Knight on L8']);
});

it('tells a whole turn, and chances as one says them', () => {
  expect(advised(choice('Knight on L8', [], ['Bastion on I3']), say)).toBe('Knight on L8, then bastion on I3');
  expect(advised(choice('Take money', [], ['Skip', 'Skip', 'Skip']), say)).toBe('Take money, then skip');
  expect([0, 0.004, 0.476, 0.995, 1].map(percent)).toEqual([
    '0\u00a0%',
    'under 1\u00a0%',
    '48\u00a0%',
    'over 99\u00a0%',
    '100\u00a0%',
  ]);
});
