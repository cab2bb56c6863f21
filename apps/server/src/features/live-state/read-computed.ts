import type { Db } from '../../platform/postgres/client.ts';
import { readComputedDays } from '../expected-power/index.ts';
import type { FleetStates } from './state-book.ts';

/** Older ones count no longer. */
const AGE_MS = 3_600_000;
/** A transaction that said something earlier may end later. */
const OVERLAP_MS = 90_000;

/** Takes what the curves of running days say, as they are computed: each time what is new since the last. */
export function computedReader(
  db: Db,
  book: Pick<FleetStates, 'station' | 'changedStations'>,
): (now: number) => Promise<void> {
  let newest = 0;
  return async (now) => {
    for (const { station, at, ...day } of await readComputedDays(
      db,
      Math.max(newest - OVERLAP_MS, now - AGE_MS),
    )) {
      newest = Math.max(newest, at);
      const state = book.station(station);
      if (!state || state.computed?.until === day.until) continue;
      state.computed = day;
      book.changedStations.add(station);
    }
  };
}
