/** What could not be reached is tried again: after a while, and at once when there is a network again. */

const WHILE = 3000; // milliseconds

/** Try again, once; the answer calls it off. */
export function again(attempt: () => void, wait = WHILE): () => void {
  const off = () => {
    clearTimeout(timer);
    window.removeEventListener('online', now);
  };
  const now = () => {
    off();
    attempt();
  };
  const timer = setTimeout(now, wait);
  window.addEventListener('online', now);
  return off;
}
