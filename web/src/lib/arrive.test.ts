// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { arrive } from './arrive';

const told = () => document.activeElement?.textContent;
const changed = () => new Promise((done) => setTimeout(done));

describe('arriving at a page', () => {
  let leave = () => {};
  afterEach(() => leave());

  it('gives the focus to its heading, and to the one that follows', async () => {
    document.body.innerHTML = '<h1>Setting the table…</h1>';
    leave = arrive(document.body);
    expect(told()).toBe('Setting the table…');
    document.body.innerHTML = '<header><h1>The river</h1></header>';
    await changed();
    expect(told()).toBe('The river');
  });

  it('waits for a heading, and follows nobody who has gone elsewhere', async () => {
    document.body.innerHTML = '<button>Menu</button>';
    leave = arrive(document.body);
    document.body.insertAdjacentHTML('beforeend', '<h1>Lobby</h1>');
    await changed();
    expect(told()).toBe('Lobby');
    document.querySelector('button')?.focus();
    document.querySelector('h1')?.remove();
    document.body.insertAdjacentHTML('beforeend', '<h1>Table</h1>');
    await changed();
    expect(told()).toBe('Menu');
  });

  it('takes the focus from nobody', () => {
    document.body.innerHTML = '<h1>Table</h1><input autofocus>';
    document.querySelector('input')?.focus();
    leave = arrive(document.body);
    expect(document.activeElement?.localName).toBe('input');
  });

  it('goes down as soon as there is so much', async () => {
    let high = 0;
    vi.stubGlobal('scrollY', 0);
    vi.stubGlobal('scrollTo', (_: number, y: number) => vi.stubGlobal('scrollY', Math.min(y, high)));
    document.body.innerHTML = '<h1>Palatine</h1>';
    leave = arrive(document.body, 300);
    high = 900;
    document.body.insertAdjacentHTML('beforeend', '<p>Tables</p>');
    await changed();
    expect(scrollY).toBe(300);
    vi.stubGlobal('scrollY', 120); // somebody scrolls
    document.body.insertAdjacentHTML('beforeend', '<p>More</p>');
    await changed();
    expect(scrollY).toBe(120);
    vi.unstubAllGlobals();
  });
});
