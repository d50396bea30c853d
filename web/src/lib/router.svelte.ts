/** Where we are: the address bar, and links that do not reload the page. */

export type Route = { page: 'lobby' | 'host' } | { page: 'table' | 'replay'; id: string } | { page: 'nowhere' };

/** What an address means. */
export function route(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'lobby' };
  if (path === '/host' || path === '/host/') return { page: 'host' };
  const [, kind, id] = /^\/([tg])\/([A-Za-z0-9_-]+)\/?$/.exec(path) ?? [];
  if (!id) return { page: 'nowhere' };
  return { page: kind === 't' ? 'table' : 'replay', id };
}

class Router {
  private path = $state(typeof location === 'undefined' ? '/' : location.pathname);

  readonly now: Route = $derived(route(this.path));

  constructor() {
    if (typeof window !== 'undefined') window.addEventListener('popstate', () => (this.path = location.pathname));
  }

  go(path: string): void {
    history.replaceState({ down: scrollY }, ''); // for who comes back
    history.pushState(null, '', path);
    this.path = location.pathname;
    window.scrollTo(0, 0);
  }

  /** How far down one was when one left this page; at the top on a new one. */
  get down(): number {
    return (history.state as { down?: number } | null)?.down ?? 0;
  }
}

export const router = new Router();

/** `use:link` on an `<a href>`: a plain click stays within the page. */
export function link(anchor: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go(anchor.pathname);
  };
  anchor.addEventListener('click', follow);
  return { destroy: () => anchor.removeEventListener('click', follow) };
}
