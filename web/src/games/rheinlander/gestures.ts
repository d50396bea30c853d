/** Fingers, mouse and wheel on the map: drag to pan, pinch or Ctrl and wheel to zoom, tap twice to come closer. */

import type { Attachment } from 'svelte/attachments';
import type { Point } from './geometry';
import type { Viewport } from './viewport.svelte';

const SLOP = 7; // pixels that a finger may tremble
const TWICE = 300; // milliseconds between two taps that belong together

export function gestures(viewport: Viewport): Attachment<HTMLElement> {
  return (node) => {
    const fingers = new Map<number, Point>();
    let start: Point = [0, 0];
    let moved = false;
    let swallow = false;
    let lastTap: { at: Point; time: number } = { at: [0, 0], time: -Infinity };

    const place = (event: MouseEvent): Point => {
      const { left, top } = node.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };

    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      if (fingers.size === 0) [start, moved, swallow] = [place(event), false, false];
      fingers.set(event.pointerId, place(event));
    };

    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      if (!moved && fingers.size === 1 && apart(now, start) < SLOP) return;
      if (!moved) {
        moved = true;
        node.setPointerCapture(event.pointerId);
      }
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const farther = apart(now, other) / Math.max(1, apart(before, other));
        viewport.pinch(between(before, other), between(now, other), farther);
      } else viewport.pan(now[0] - before[0], now[1] - before[1]);
      fingers.set(event.pointerId, now);
    };

    const up = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId)) return;
      swallow = moved;
      if (event.type === 'pointerup' && event.pointerType === 'touch' && !moved) tap(event);
    };

    const tap = (event: PointerEvent) => {
      const at = place(event);
      const twice = event.timeStamp - lastTap.time < TWICE && apart(at, lastTap.at) < 4 * SLOP;
      lastTap = { at, time: twice ? -Infinity : event.timeStamp };
      // What may be chosen is meant to be chosen, however often it is tapped.
      if (!twice || (event.target as Element).matches?.('[data-may]')) return;
      swallow = true;
      viewport.toggle(at);
    };

    const click = (event: MouseEvent) => {
      if (!swallow || event.detail === 0) return;
      swallow = false;
      event.stopPropagation();
      event.preventDefault();
    };

    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && viewport.isWhole) return;
      event.preventDefault();
      if (event.ctrlKey) viewport.zoom(place(event), Math.exp(-event.deltaY / 160));
      else viewport.pan(-event.deltaX, -event.deltaY);
    };

    const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', up],
      ['click', click, { capture: true }],
      ['wheel', wheel, { passive: false }],
    ];
    for (const [name, fn, options] of listeners) node.addEventListener(name, fn as EventListener, options);
    return () => {
      for (const [name, fn, options] of listeners) node.removeEventListener(name, fn as EventListener, options);
    };
  };
}

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
