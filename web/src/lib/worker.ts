/** The service worker: it keeps this build of the client, so that the page opens without a network. */

const QUIET = 2_000; // milliseconds in which nothing has come for the page

/** Let it keep the page, once that has all it wants; a page that is being worked on is not kept. */
export function serveOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  const wait = () => whenQuiet(() => whenIdle(register));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
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
