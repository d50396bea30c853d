/** The window onto the map: what part of it is in sight, moved by fingers, wheel, keys and by the game. */

import type { Box, Point } from './geometry';
import { bounded, bringIntoSight, centred, firstScale, limited, pinched, wholeScale, zoomAt } from './view';
import type { Size, View } from './view';

const EASE = 240; // milliseconds of a movement that the page makes by itself
const CLEAR = 60; // pixels from the edge, where a button lies in a corner
const PATIENCE = 4000; // how long the page leaves alone what somebody has moved

export class Viewport {
  window: Size = $state.raw({ width: 0, height: 0 });
  view: View = $state.raw({ scale: 1, x: 0, y: 0 });
  /** The scale at which the map is drawn; a movement only stretches it until it comes to rest. */
  rest = $state(1);
  /** Whether the page moves the map by itself right now. */
  easing = $state(false);
  private map: Size = { width: 1600, height: 1000 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = -Infinity;
  private opened = false;

  readonly whole: number = $derived(wholeScale(this.map, this.window));
  readonly isWhole: boolean = $derived(this.view.scale <= this.whole * 1.01);
  /** Whether there is so little room that the whole map is too small to read. */
  readonly isSmall: boolean = $derived(firstScale(this.map, this.window) > this.whole * 1.01);

  /** The window has this size now. The first time, look at a point of the map. */
  resize(window: Size, map: Size, at: () => Point): void {
    if (window.width === 0 || window.height === 0) return;
    const wasWhole = this.isWhole;
    const middle = this.middle();
    this.window = window;
    this.map = map;
    const first = !this.opened;
    this.opened = true;
    const scale = first ? firstScale(map, window) : wasWhole ? this.whole : this.view.scale;
    this.set(centred(first ? at() : middle, scale, window));
    this.settle();
  }

  /** Somebody moves the map. */
  move(view: View): void {
    this.movedAt = performance.now();
    this.easing = false;
    this.set(view);
    this.settleSoon();
  }

  pan(dx: number, dy: number): void {
    this.move({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  zoom(at: Point, factor: number): void {
    this.pinch(at, at, factor);
  }

  /** Two fingers move from one point to another, and so much farther apart. */
  pinch(from: Point, to: Point, factor: number): void {
    const scale = limited(this.view.scale * factor, this.map, this.window);
    this.move(pinched(this.view, from, to, scale / this.view.scale));
  }

  /** Closer to a point of the window, or back to the view one began with. */
  toggle(at: Point): void {
    const near = this.view.scale > Math.max(0.9, this.whole * 1.5);
    this.ease(zoomAt(this.view, at, near ? firstScale(this.map, this.window) : Math.max(1.1, this.whole * 2.2)));
  }

  showWhole(): void {
    this.ease({ ...this.view, scale: this.whole });
  }

  /** From the whole map back to a size one can read, around a point of the map. */
  closer(at: Point): void {
    this.ease(centred(at, Math.max(firstScale(this.map, this.window), this.whole * 1.8), this.window));
  }

  /** Have a part of the map in sight. What only happens does not disturb somebody who has just moved the map. */
  show(part: Box, wanted: boolean): void {
    if (this.isWhole || (!wanted && performance.now() - this.movedAt < PATIENCE)) return;
    const next = bounded(
      bringIntoSight(this.view, part, this.window, wanted ? CLEAR : undefined),
      this.map,
      this.window,
    );
    if (next.x !== this.view.x || next.y !== this.view.y) this.ease(next);
  }

  private middle(): Point {
    const { scale, x, y } = this.view;
    return [(this.window.width / 2 - x) / scale, (this.window.height / 2 - y) / scale];
  }

  private set(view: View): void {
    this.view = bounded(view, this.map, this.window);
  }

  private ease(view: View): void {
    this.easing = true;
    this.set(view);
    this.settleSoon();
  }

  private settleSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), EASE);
  }

  private settle(): void {
    this.easing = false;
    this.rest = this.view.scale;
  }
}
