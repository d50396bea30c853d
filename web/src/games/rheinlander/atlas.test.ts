import { expect, it } from 'vitest';
import { sheets } from './atlas.svelte';

it('takes the map apart into what lies below the washes and what lies above them', () => {
  const [defs, under, over] = ['<defs><g id="a"/></defs>', '<g class="under"><path/></g>', '<g class="over"><g/></g>'];
  expect(sheets(`<svg viewBox="0 0 16 10">${defs}${under}${over}</svg>`)).toEqual([defs + under, over]);
});
