/**
 * Our drawings, made by the server: fetched once, and put into the page so that
 * `<use href="#card-Forge">` finds them.
 */

import type { Theme } from './theme.svelte';

/** Which of a game's drawings of that name: for a light, and for a board where it has several. */
export type Query = { theme: Theme; board?: string };

/** Where a drawing is. The server knows the same addresses, and has pages fetch them ahead. */
export function artAddress(game: string, name: string, { theme, board }: Query): string {
  return `/api/art/${game}/${name}?${new URLSearchParams({ theme, ...(board && { board }) })}`;
}

const PAINTS = 'linearGradient, radialGradient, pattern, clipPath, mask, filter, marker';

const texts = new Map<string, Promise<string>>();

/** The text of a drawing or of its data; asked for once, and again only if that failed. */
export function artText(game: string, name: string, query: Query): Promise<string> {
  const address = artAddress(game, name, query);
  let text = texts.get(address);
  if (!text) {
    text = fetch(address).then((response) => {
      if (!response.ok) throw new Error(`The drawing ${name} could not be loaded. Reload the page.`);
      return response.text();
    });
    text.catch(() => texts.delete(address));
    texts.set(address, text);
  }
  return text;
}

export async function artData<T>(game: string, name: string, query: Query): Promise<T> {
  return JSON.parse(await artText(game, name, query)) as T;
}

/**
 * Put a drawing's symbols into the page; a later call with another theme takes their place. Two games may
 * give the same name to different symbols: only one game's drawings are in the page at a time.
 */
export async function inlineArt(game: string, name: string, query: Query): Promise<void> {
  const text = await artText(game, name, query);
  const id = `art-${game}-${name}`;
  for (const other of document.querySelectorAll('[data-art]'))
    if (other.getAttribute('data-art') !== game) other.remove();
  const from = artAddress(game, name, query);
  const old = document.getElementById(id);
  if (old?.getAttribute('data-from') === from) return;
  const here = document.createElement('div');
  here.id = id;
  here.dataset.art = game;
  here.dataset.from = from;
  here.ariaHidden = 'true';
  here.append(...library(text));
  if (old) old.replaceWith(here);
  else document.body.prepend(here);
}

/** A drawing of symbols, in two: what is only ever used costs no layout, but what paints would not be found there. */
function library(text: string): [Element, Element] {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const symbols = document.importNode(parsed, true);
  const paints = symbols.cloneNode() as HTMLElement;
  paints.append(...symbols.querySelectorAll(PAINTS));
  paints.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  symbols.style.display = 'none';
  return [symbols, paints];
}
