import { setImmediate as nextRound } from 'node:timers/promises';

/** Some milliseconds of what is done with each of thousands. */
const AT_ONCE = 500;

/** Maps a list some hundred at a time; others have their turn in between. */
export async function inSlices<T, R>(all: readonly T[], map: (one: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    if (from > 0) await nextRound();
    for (const one of all.slice(from, from + AT_ONCE)) mapped.push(map(one));
  }
  return mapped;
}
