/**
 * Our drawings, made by the server: fetched once, and put into the page so that
 * `<use href="#card-Forge">` finds them.
 */

export type Query = Record<string, string>;

/** Where a drawing is. */
export function artAddress(game: string, name: string, query: Query = {}): string {
  const search = new URLSearchParams(query).toString();
  return `/api/art/${game}/${name}${search ? `?${search}` : ''}`;
}

const texts = new Map<string, Promise<string>>();

/** The text of a drawing or of its data; asked for once, and again only if that failed. */
export function artText(game: string, name: string, query: Query = {}): Promise<string> {
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

export async function artData<T>(game: string, name: string, query: Query = {}): Promise<T> {
  return JSON.parse(await artText(game, name, query)) as T;
}

/**
 * Put a drawing's symbols into the page; a later call with another theme takes their place. Two games may
 * give the same name to different symbols: only one game's drawings are in the page at a time.
 */
export async function inlineArt(game: string, name: string, query: Query = {}): Promise<void> {
  const text = await artText(game, name, query);
  const id = `art-${game}-${name}`;
  for (const other of document.querySelectorAll('svg[data-art]'))
    if (other.getAttribute('data-art') !== game) other.remove();
  const from = artAddress(game, name, query);
  const old = document.getElementById(id);
  if (old?.getAttribute('data-from') === from) return;
  const drawing = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  drawing.setAttribute('id', id);
  drawing.setAttribute('data-art', game);
  drawing.setAttribute('data-from', from);
  drawing.setAttribute('aria-hidden', 'true');
  const here = document.importNode(drawing, true);
  // Not display: none, or gradients and patterns in it would not be found.
  here.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  if (old) old.replaceWith(here);
  else document.body.prepend(here);
}
