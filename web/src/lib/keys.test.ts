// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { moveOf } from './keys';

function press(key: string, element: Element = document.body, more: KeyboardEventInit = {}) {
  let move: ReturnType<typeof moveOf> = null;
  const heard = (event: KeyboardEvent) => void (move = moveOf(event));
  window.addEventListener('keydown', heard);
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  window.removeEventListener('keydown', heard);
  return move;
}

function made(html: string): Element {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  document.body.append(holder);
  return holder.querySelector('[data-it]') as Element;
}

describe('a key', () => {
  it('moves through the game', () => {
    expect(press('ArrowRight')).toBe('next');
    expect(press('ArrowUp')).toBe('turn-back');
    expect(press('End')).toBe('last');
    expect(press(' ')).toBe('play');
    expect(press('a')).toBeNull();
  });

  it('means something else together with others', () => {
    expect(press('ArrowLeft', document.body, { altKey: true })).toBeNull();
    expect(press('+', document.body, { ctrlKey: true })).toBeNull();
  });

  it('stays with who writes or chooses', () => {
    for (const html of ['<input data-it>', '<textarea data-it></textarea>', '<select data-it></select>'])
      for (const key of ['ArrowRight', ' ', 'Home']) expect(press(key, made(html))).toBeNull();
    expect(press('ArrowRight', made('<dialog><p data-it></p></dialog>'))).toBeNull();
  });

  it('stays with a slider and a button as far as they have a use for it', () => {
    expect(press('ArrowRight', made('<input type="range" data-it>'))).toBeNull();
    expect(press(' ', made('<input type="range" data-it>'))).toBe('play');
    expect(press(' ', made('<button data-it></button>'))).toBeNull();
    expect(press('ArrowRight', made('<button data-it></button>'))).toBe('next');
  });
});
