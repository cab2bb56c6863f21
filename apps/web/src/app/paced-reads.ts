import type { QueryClient } from '@tanstack/react-query';
import { atMostEach } from '../lib/at-most-each.ts';
import { readsAtOnce, type ReadsAgain } from './apply-events.ts';

/** Milliseconds between two reads of alarms, so that thousands of them in a minute cost each page a few. */
const ALARMS_MS = 1500;
/** Between two reads of stations that somebody edits, with the lists that name them. */
const STATIONS_MS = 3000;
/** Between two reads of all that is on screen. */
const SCREEN_MS = 5000;

/**
 * Reads again at once, and then however often it is asked once in a while: whoever edits a station, or ends it and brings it back, twenty times in a second
 * would otherwise have the pages of everybody who sees it do nothing but read.
 */
export function pacedReads(client: QueryClient): ReadsAgain {
  const reads = readsAtOnce(client);
  const changed = new Set<number>();
  const readStations = atMostEach(STATIONS_MS, () => {
    const ids = new Set(changed);
    changed.clear();
    reads.stations(ids);
  });
  return {
    alarms: atMostEach(ALARMS_MS, reads.alarms),
    screen: atMostEach(SCREEN_MS, reads.screen),
    stations: (ids) => {
      for (const id of ids) changed.add(id);
      readStations();
    },
  };
}
