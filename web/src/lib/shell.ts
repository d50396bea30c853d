/** What the service worker does about a request, and which builds it keeps. */

/** From where an answer comes. `page`: the network, without one the page that was kept. */
export type Way = 'alone' | 'page' | 'kept' | 'fresh';

const PREFIX = 'palatine-';
const BUILDS = 2; // pages of the build before may still be open, and want their files

/** The name of a build's store. */
export const storeOf = (build: string): string => PREFIX + build;

/** What to do about a request: everything that is alive goes past us. */
export function wayOf(
  request: { method: string; mode: string; url: string },
  origin: string,
  files: readonly string[],
): Way {
  const { origin: from, pathname } = new URL(request.url);
  if (request.method !== 'GET' || from !== origin || pathname.startsWith('/api/')) return 'alone';
  if (request.mode === 'navigate') return 'page';
  if (pathname.startsWith('/assets/')) return 'kept'; // its name changes with what is in it
  return files.includes(pathname) ? 'fresh' : 'alone';
}

/** The stores that are not needed any more: all but our own and the one before it. */
export function oldStores(names: readonly string[], build: string): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== storeOf(build));
  return others.slice(0, Math.max(0, others.length - (BUILDS - 1)));
}
