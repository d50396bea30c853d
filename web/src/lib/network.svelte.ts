/** Whether there is a network at all, and what to say when the server is out of reach. */

class Network {
  offline = $state(typeof navigator !== 'undefined' && navigator.onLine === false);

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => (this.offline = false));
    window.addEventListener('offline', () => (this.offline = true));
  }
}

export const network = new Network();

export const OFFLINE_TITLE = 'You are offline';
export const OFFLINE_TEXT =
  'Your games are safe on the server. This page goes on by itself as soon as there is a network again.';
const UNREACHABLE = 'Palatine cannot be reached. Check your connection; the page keeps trying.';

/** Why an answer did not come. */
export const unreachable = (): string => (network.offline ? `${OFFLINE_TITLE}. ${OFFLINE_TEXT}` : UNREACHABLE);
