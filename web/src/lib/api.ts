/** The lobby's conversation with the server: plain HTTP, and every failure says what to do. */

import { unreachable } from './network.svelte';
import type {
  Advice,
  AnalysisRequest,
  AnalysisStatus,
  GameInfo,
  HostDone,
  HostSession,
  HostView,
  Lobby,
  Me,
  NewBan,
  NewTable,
  Problem,
  Replay,
  ReplayInfo,
  TableInfo,
} from './protocol';
import { wording } from './wording/wording.svelte';

/** What went wrong, in words for a person and a code for the page. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number = 0,
  ) {
    super(text);
  }
}

const BROKEN = 'Something went wrong on the server. Try again in a moment.';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await answer(method, path, body)).json().catch(() => null)) as T;
}

async function answer(method: string, path: string, body?: unknown): Promise<Response> {
  const request: RequestInit = { method, headers: { accept: 'application/json' } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new ApiError('offline', unreachable());
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  throw new ApiError(problem?.code ?? 'broken', await worded(problem), response.status);
}

async function worded(problem: Partial<Problem> | null): Promise<string> {
  if (!problem?.message) return BROKEN;
  if (problem.game) await wording.learn(problem.game).catch(() => undefined);
  return wording.of(problem.game ?? '').say(problem.message);
}

const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;
const replay = (id: string): string => `/replays/${encodeURIComponent(id)}`;

export const api = {
  games: (language: string) => call<GameInfo[]>('GET', `/games?language=${language}`),
  /** As Markdown. */
  rules: async (game: string) => (await answer('GET', `/games/${encodeURIComponent(game)}/rules`)).text(),
  me: () => call<Me>('GET', '/me'),
  rename: (name: string) => call<Me>('PUT', '/me', { name }),
  lobby: () => call<Lobby>('GET', '/tables'),
  /** Put tables away, or take them back; the lobby as it is then. */
  putAway: (tables: string[], away: boolean) => call<Lobby>('POST', '/tables/put-away', { tables, away }),
  pictureAddress: ({ id, changed }: TableInfo) => `/api${table(id)}/picture?at=${changed}`,
  open: (plan: NewTable) => call<TableInfo>('POST', '/tables', { ...plan, adds: true }),
  table: (id: string) => call<TableInfo>('GET', table(id)),
  join: (id: string, seat?: number) => call<TableInfo>('POST', `${table(id)}/join`, { seat, adds: true }),
  leave: (id: string) => call<unknown>('POST', `${table(id)}/leave`, {}),
  fill: (id: string, level: string) => call<TableInfo>('POST', `${table(id)}/fill`, { level }),
  hint: (id: string, seat: number) => call<Advice>('POST', `${table(id)}/hint`, { seat }),
  recordAddress: (id: string) => `/api${table(id)}/record`,
  replay: (id: string) => call<ReplayInfo>('GET', replay(id)),
  steps: (id: string, viewer: string) =>
    call<Replay>('GET', `${replay(id)}/steps?viewer=${encodeURIComponent(viewer)}`),
  record: async (id: string) => (await answer('GET', `${replay(id)}/record`)).text(),
  /** The analysis that there is, without asking for one. */
  stored: (id: string, trueDeal: boolean) =>
    call<AnalysisStatus | null>('GET', `${replay(id)}/analysis?true_deal=${trueDeal}`),
  replayRecordAddress: (id: string) => `/api${replay(id)}/record`,
  upload: (record: string) => call<ReplayInfo>('POST', '/replays', { record }),
  analyse: (id: string, asked: AnalysisRequest) => call<AnalysisStatus>('POST', `${replay(id)}/analysis`, asked),
  analysis: (id: string) => call<AnalysisStatus>('GET', `/analyses/${encodeURIComponent(id)}`),
  /** For whoever runs the server. */
  host: {
    enter: (key: string) => call<HostSession>('POST', '/host/key', { key }),
    leave: () => call<HostDone>('DELETE', '/host/key'),
    look: () => call<HostView>('GET', '/host'),
    close: (id: string, why: string) => call<HostDone>('POST', `/host${table(id)}/close`, { why }),
    remove: (id: string, person: string, why: string) =>
      call<HostDone>('POST', `/host${table(id)}/remove`, { person, why }),
    ban: (ban: NewBan) => call<HostDone>('POST', '/host/bans', ban),
    lift: (number: number) => call<HostDone>('DELETE', `/host/bans/${number}`),
  },
};

/** Whether it failed only because the server is out of reach. */
export const away = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline';

/** The words of any failure. */
export const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
