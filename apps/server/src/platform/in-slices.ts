import { setImmediate as nextRound } from 'node:timers/promises';

/** Some milliseconds of what is done with each of thousands. */
const AT_ONCE = 500;

/** Maps a list some hundred at a time; others have their turn in between. */
export async function inSlices<T, R>(
  all: readonly T[],
  map: (one: T) => R,
  atOnce: number = AT_ONCE,
): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextRound();
    for (const one of all.slice(from, from + atOnce)) mapped.push(map(one));
  }
  return mapped;
}
