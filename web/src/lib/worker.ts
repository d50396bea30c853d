/** The service worker: it keeps this build of the client, so that the page opens without a network. */

import { fetchRest } from './later';

const QUIET = 2_000; // milliseconds in which nothing has come for the page

/** Have all of this build, once the page has what it wants; one that is being worked on is not kept. */
export function serveOffline(): void {
  if (!import.meta.env.PROD) return;
  const wait = () => whenQuiet(() => whenIdle(() => void fetchRest().then(register)));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** By plain http there is none. */
function register(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Until then the network is the page's alone. */
function whenQuiet(then: () => void): void {
  const observer = new PerformanceObserver(() => again());
  const done = () => {
    observer.disconnect();
    then();
  };
  let timer = setTimeout(done, QUIET);
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(done, QUIET);
  };
  observer.observe({ type: 'resource' });
}

/** Not every browser tells when it is idle; the others are after a moment. */
function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: QUIET });
  else then();
}
