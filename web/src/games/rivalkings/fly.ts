/** Carries a plan out over the page: pictures that fly from place to place and vanish. Nothing waits for it. */

import type { Flash, Flight, Plan } from './flights';

const TIME = 300;
const EASE = 'cubic-bezier(.3,.7,.3,1)';
const STAYS = 1300; // how long words stay
const SVG = 'http://www.w3.org/2000/svg';
const SIZES = { token: 26, crest: 34 };
const SHAPES = { card: [104, 146], character: [168, 200] };

/** The first of some places that can be seen. */
export function place(names: readonly string[]): Element | null {
  for (const name of names)
    for (const found of document.querySelectorAll(`[data-at="${name}"]`))
      if (found.getClientRects().length > 0) return found;
  return null;
}

export interface Departure {
  flight: Flight;
  from: DOMRect;
}

/** Where everything starts: to be asked before the page changes. */
export function departures(plan: Plan): Departure[] {
  return plan.flights.flatMap((flight) => {
    const from = place(flight.from);
    return from ? [{ flight, from: from.getBoundingClientRect() }] : [];
  });
}

/** Fly, once the page has changed. */
export function depart(layer: HTMLElement, leaving: Departure[], flashes: Flash[]): void {
  const crowd = new Map<Element, number>();
  for (const { flight, from } of leaving) {
    const end = place(flight.to);
    if (!end) continue;
    const to = end.getBoundingClientRect();
    if (flight.symbol) carry(layer, flight, from, to);
    if (flight.lands && flight.to[0] === end.getAttribute('data-at')) hide(end, flight.wait + TIME);
    if (!flight.says) continue;
    const row = crowd.get(end) ?? 0;
    crowd.set(end, row + 1);
    say(layer, flight.says, to, row, flight.wait + (flight.symbol ? TIME * 0.8 : 0));
  }
  for (const flash of flashes) blink(place(flash.at), flash.wait);
}

function carry(layer: HTMLElement, flight: Flight, from: DOMRect, to: DOMRect): void {
  const start = fitted(flight, from);
  const end = fitted(flight, to);
  const picture = drawing(flight, end.wide, end.high);
  layer.append(picture);
  const at = (box: typeof end) =>
    `translate(${box.x - end.wide / 2}px, ${box.y - end.high / 2}px) scale(${box.wide / end.wide})`;
  const lift = {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2 - 14,
    wide: (start.wide + end.wide) * 0.54,
    high: 0,
  };
  const motion = picture.animate([{ transform: at(start) }, { transform: at(lift) }, { transform: at(end) }], {
    duration: TIME,
    delay: flight.wait,
    easing: EASE,
    fill: 'both',
  });
  // What waits for its turn is not seen lying about.
  picture.animate([{ opacity: 0 }, { opacity: 0 }], { duration: flight.wait });
  motion.onfinish = () => picture.remove();
}

// The middle of a box, and how large the picture is there.
function fitted(flight: Flight, box: DOMRect): { x: number; y: number; wide: number; high: number } {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (flight.shape === 'token' || flight.shape === 'crest') {
    const size = SIZES[flight.shape];
    return { ...middle, wide: size, high: size };
  }
  const [wide, high] = SHAPES[flight.shape];
  const scale = Math.max(0.3, Math.min(box.width / wide, Math.max(box.height / high, 0.3)));
  return { ...middle, wide: wide * scale, high: high * scale };
}

function drawing(flight: Flight, wide: number, high: number): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${flight.symbol}`);
  use.setAttribute('width', String(wide));
  use.setAttribute('height', String(high));
  picture.setAttribute('width', String(wide));
  picture.setAttribute('height', String(high));
  picture.append(use);
  return picture;
}

function hide(end: Element, time: number): void {
  end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
}

function say(layer: HTMLElement, text: string, at: DOMRect, row: number, wait: number): void {
  const words = document.createElement('span');
  words.textContent = text;
  layer.append(words);
  const half = words.offsetWidth / 2;
  const x = Math.max(half + 6, Math.min(at.x + at.width / 2, innerWidth - half - 6));
  words.style.left = `${x}px`;
  words.style.top = `${at.bottom + 6 + row * 28}px`;
  const shown = { opacity: 1, transform: 'translate(-50%, 0)' };
  const motion = words.animate(
    [
      { opacity: 0, transform: 'translate(-50%, 8px)' },
      { ...shown, offset: 0.12 },
      { ...shown, offset: 0.8 },
      { ...shown, opacity: 0 },
    ],
    { duration: STAYS, delay: wait, fill: 'both' },
  );
  motion.onfinish = () => words.remove();
}

function blink(end: Element | null, wait: number): void {
  end?.animate(
    [
      { filter: 'none', scale: 1 },
      { filter: 'brightness(1.15) drop-shadow(0 0 8px var(--rk-gold))', scale: 1.08 },
      { filter: 'none', scale: 1 },
    ],
    { duration: 420, delay: wait, easing: 'ease-in-out' },
  );
}
