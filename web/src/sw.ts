/// <reference lib="webworker" />
/**
 * The service worker keeps the files of one build, so that the page opens without a network and says so.
 * It never keeps anything of the server's: tables are alive. With every build it is another one, which takes
 * over at once; the files of the build before stay for the pages that still need them.
 */

import { oldStores, storeOf, wayOf } from './lib/shell';

declare const self: ServiceWorkerGlobalScope;

/** All files of this build; filled in when it is built (vite.config.ts). */
const FILES = JSON.parse('__FILES__') as string[];
const STORE = storeOf(__BUILD__);
const PATIENCE = 6_000; // milliseconds that a page may take to come from the network

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = wayOf(request, self.location.origin, FILES);
  if (way === 'kept') event.respondWith(keptFirst(request));
  else if (way === 'page') event.respondWith(networkFirst(request, '/'));
  else if (way === 'fresh') event.respondWith(networkFirst(request, request));
});

async function keepAll(): Promise<void> {
  const store = await caches.open(STORE);
  // Files with a hash in their names may come from where the browser has them already; what the page wants goes first.
  const cacheOf = (path: string) => (path.startsWith('/assets/') ? 'default' : 'reload');
  const requests = FILES.map((path) => new Request(path, { cache: cacheOf(path), priority: 'low' }));
  await store.addAll(requests);
}

async function forgetOld(): Promise<void> {
  const old = oldStores(await caches.keys(), __BUILD__);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function networkFirst(request: Request, otherwise: Request | string): Promise<Response> {
  const kept = async () => (await caches.open(STORE)).match(otherwise);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  const coming = fetch(request);
  const answer = await Promise.race([coming, late]).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await kept()) ?? answer ?? coming;
}
