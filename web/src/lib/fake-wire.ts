import { checksum } from './mirror';
import type { Position } from './protocol';
import type { Wire } from './socket';

/** A socket for tests, which remembers what was sent. */
export class FakeWire implements Wire {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** An update that brings everything anew. */
  update(number: number, table: object, shown: Position, more: object = {}) {
    const position = { changed: [[[], shown]], gone: [], checksum: checksum(shown) };
    this.say({ type: 'update', number, progress: {}, table, ...position, ...more });
  }
  of(type: string) {
    return this.sent.filter((m) => m.type === type);
  }
}
