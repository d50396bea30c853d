/** The service worker: it keeps this build of the client, so that the page opens without a network. */

/** Let it keep the page, once that is loaded; a page that is being worked on is not kept. */
export function serveOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
