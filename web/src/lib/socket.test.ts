import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT, BEHIND, Connection, PROBE, SILENCE, SOON, WAITS, type Health, type Heard, type Wire } from './socket';

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  static get last(): FakeWire {
    return FakeWire.all[FakeWire.all.length - 1];
  }
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: { type: string; id?: string }[] = [];

  constructor(readonly address: string) {
    FakeWire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { type: string; id?: string });
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  fail(code?: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  types(): string[] {
    return this.sent.map((m) => m.type);
  }
}

let heard: Heard[] = [];
let healths: Health[] = [];
let restarts: boolean[] = [];
let connection: Connection;
let ids = 0;

const whole = (number: number) => ({ type: 'snapshot', number, table: {}, shown: null, ask: null });
const step = (number: number, checksum: number | null = null) => {
  const changed = checksum === null ? [] : [[[], { n: 1, to_act: [] }]];
  return { type: 'update', number, progress: {}, lines: [], changed, gone: [], checksum };
};

function join(number = 0): FakeWire {
  FakeWire.last.open();
  FakeWire.last.say(whole(number));
  return FakeWire.last;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWire.all = [];
  [heard, healths, restarts, ids] = [[], [], [], 0];
  connection = new Connection(
    'ws://table',
    {
      heard: (m) => heard.push(m),
      health: (h, r) => {
        healths.push(h);
        restarts.push(r);
      },
    },
    (address) => new FakeWire(address),
    () => `id${++ids}`,
  );
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe('a connection', () => {
  it('is open when the whole table has arrived', () => {
    FakeWire.last.open();
    expect(connection.health).toBe('connecting');
    FakeWire.last.say(whole(3));
    expect(connection.health).toBe('open');
    expect(connection.number).toBe(3);
  });

  it('comes back after longer and longer waits, and starts over when it has succeeded', () => {
    join();
    for (const wait of [...WAITS, WAITS[WAITS.length - 1]]) {
      const dead = FakeWire.last;
      dead.fail();
      expect(connection.health).toBe('lost');
      vi.advanceTimersByTime(wait - 1);
      expect(FakeWire.last).toBe(dead);
      vi.advanceTimersByTime(1);
      expect(FakeWire.last).not.toBe(dead);
    }
    join().fail();
    const count = FakeWire.all.length;
    vi.advanceTimersByTime(WAITS[0]);
    expect(FakeWire.all.length).toBe(count + 1);
  });

  it('pings, and takes long silence for a loss', () => {
    const wire = join();
    vi.advanceTimersByTime(BEAT);
    expect(wire.types()).toEqual(['ping']);
    wire.say({ type: 'pong', number: 0 });
    vi.advanceTimersByTime(BEAT);
    expect(connection.health).toBe('open');
    vi.advanceTimersByTime(SILENCE);
    expect(connection.health).toBe('lost');
    expect(wire.readyState).toBe(3);
  });

  it('passes on steps in order and drops those it has seen', () => {
    const wire = join(4);
    wire.say(step(5));
    wire.say(step(5));
    wire.say(step(6));
    expect(heard.filter((m) => m.type === 'update').map((m) => m.number)).toEqual([5, 6]);
    expect(wire.sent).toEqual([]);
  });

  it('asks once for the whole table when something is missing', () => {
    const wire = join(4);
    wire.say(step(7));
    wire.say(step(8));
    expect(wire.types()).toEqual(['sync']);
    expect(heard.map((m) => m.type)).toEqual(['snapshot']);
    wire.say(whole(8));
    wire.say(step(9));
    expect(connection.number).toBe(9);
  });

  it('notices by a pong that it is behind, unless the step arrives soon', () => {
    const wire = join(4);
    wire.say({ type: 'pong', number: 5 });
    wire.say(step(5));
    vi.advanceTimersByTime(BEHIND);
    expect(wire.types()).toEqual([]);
    wire.say({ type: 'pong', number: 6 });
    vi.advanceTimersByTime(BEHIND);
    expect(wire.types()).toEqual(['sync']);
  });

  it('sends again what was not answered, with the same id, after the table has arrived', () => {
    const first = join();
    const id = connection.ask({ type: 'play', question: 2, moves: ['a'] });
    first.fail();
    vi.advanceTimersByTime(WAITS[0]);
    const second = FakeWire.last;
    second.open();
    expect(second.sent).toEqual([]);
    second.say(whole(2));
    expect(second.sent).toEqual([{ type: 'play', question: 2, moves: ['a'], id }]);
    second.say({ type: 'ack', id, number: 3 });
    second.fail();
    vi.advanceTimersByTime(WAITS[0]);
    expect(join().sent).toEqual([]);
  });

  it('keeps what is asked for while the connection is lost', () => {
    join().fail();
    connection.ask({ type: 'undo' });
    vi.advanceTimersByTime(WAITS[0]);
    expect(join().types()).toEqual(['undo']);
  });

  it('hears an answer once', () => {
    const wire = join();
    const id = connection.ask({ type: 'rematch' });
    wire.say({ type: 'refused', id, code: 'no', text: 'No.' });
    wire.say({ type: 'refused', id, code: 'no', text: 'No.' });
    expect(heard.filter((m) => m.type === 'refused').length).toBe(1);
  });

  it('looks at once when woken', () => {
    join().fail();
    connection.wake();
    expect(FakeWire.all.length).toBe(2);
    const wire = join();
    connection.wake();
    expect(wire.types()).toEqual(['ping']);
    vi.advanceTimersByTime(PROBE);
    expect(connection.health).toBe('lost');
  });

  it('stays when the knock is answered', () => {
    const wire = join();
    vi.advanceTimersByTime(100);
    connection.wake();
    wire.say({ type: 'pong', number: 0 });
    vi.advanceTimersByTime(PROBE);
    expect(connection.health).toBe('open');
  });

  it('takes the word of the network that it is gone', () => {
    join();
    connection.sleep();
    expect(connection.health).toBe('lost');
  });

  it('comes back after a restart and knows of it until then', () => {
    const wire = join();
    wire.say({ type: 'bye', code: 'restarting', text: 'Back in a moment.' });
    wire.fail();
    expect([healths.at(-1), restarts.at(-1)]).toEqual(['lost', true]);
    vi.advanceTimersByTime(SOON);
    join();
    expect([healths.at(-1), restarts.at(-1)]).toEqual(['open', false]);
  });

  it('looks for another process at once when one goes down, and then after longer and longer waits', () => {
    join().say({ type: 'bye', code: 'restarting', text: 'Back in a moment.' });
    for (const wait of [SOON, ...WAITS]) {
      const dead = FakeWire.last;
      dead.fail();
      vi.advanceTimersByTime(wait - 1);
      expect(FakeWire.last).toBe(dead);
      vi.advanceTimersByTime(1);
      expect(FakeWire.last).not.toBe(dead);
    }
  });

  it('knows a restart by the code of the close, too', () => {
    join().fail(1012);
    expect([healths.at(-1), restarts.at(-1)]).toEqual(['lost', true]);
  });

  it('does not come back where there is no table', () => {
    FakeWire.last.open();
    FakeWire.last.say({ type: 'bye', code: 'unknown_table', text: 'There is no such table.' });
    FakeWire.last.fail();
    vi.advanceTimersByTime(60_000);
    expect(FakeWire.all.length).toBe(1);
    expect(connection.health).toBe('closed');
  });

  it('is silent after it was stopped', () => {
    const wire = join();
    connection.stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeWire.all.length).toBe(1);
    expect(wire.readyState).toBe(3);
  });
});
