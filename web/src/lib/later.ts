/** What a first picture can do without: it comes when somebody wants it, or when the page has all else. */

type Load = () => Promise<unknown>;

const waiting: Load[] = [];

/** Say of a module that it may come later. */
export function later<T extends Load>(load: T): T {
  waiting.push(load);
  return load;
}

/** Fetch all of it, and what that in turn has left for later: from here on the page needs no more of its files. */
export async function fetchRest(): Promise<void> {
  while (waiting.length > 0) await Promise.allSettled(waiting.splice(0).map((load) => load()));
  performance.mark('all-files'); // for whoever measures, or is about to pull the plug
}
