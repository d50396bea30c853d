import { describe, expect, it } from 'vitest';
import { route } from './router.svelte';

describe('an address', () => {
  it('is the lobby, a table, a replay, the host’s page, or nothing', () => {
    expect(route('/')).toEqual({ page: 'lobby' });
    expect(route('/host')).toEqual({ page: 'host' });
    expect(route('/hosts')).toEqual({ page: 'nowhere' });
    expect(route('/t/Z5Nhq55D-HnH')).toEqual({ page: 'table', id: 'Z5Nhq55D-HnH' });
    expect(route('/t/abc/')).toEqual({ page: 'table', id: 'abc' });
    expect(route('/g/r0123456789abcdef')).toEqual({ page: 'replay', id: 'r0123456789abcdef' });
    expect(route('/g/abc/')).toEqual({ page: 'replay', id: 'abc' });
    expect(route('/t/')).toEqual({ page: 'nowhere' });
    expect(route('/g')).toEqual({ page: 'nowhere' });
    expect(route('/t/a b')).toEqual({ page: 'nowhere' });
    expect(route('/elsewhere')).toEqual({ page: 'nowhere' });
  });
});
