/** Coming to another page without a new document: what a browser would do then. */

/**
 * The heading of the page has the focus, and so has the one that takes its place when the page is fetched, until
 * somebody goes elsewhere. Whoever comes back is as far down as before, as soon as there is so much, and unless
 * they have begun to scroll.
 */
export function arrive(page: HTMLElement, down = 0): () => void {
  let heading: HTMLElement | null = null;
  let at = scrollY;
  const observer = new MutationObserver(look);
  const stop = () => observer.disconnect();

  function look() {
    goDown();
    const active = document.activeElement;
    if (heading && active === heading) return;
    const nobody = active === null || active === document.body;
    if (heading?.isConnected || !nobody) return void (at === down && stop());
    heading = page.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  function goDown() {
    if (scrollY !== at) down = scrollY;
    else if (at !== down) scrollTo(0, down);
    at = scrollY;
  }

  observer.observe(page, { childList: true, subtree: true });
  look();
  return stop;
}
