import { zoneOffset } from '@sunfleet/analysis/zone-offset';
import type { ReadTime } from '@sunfleet/contract';

const DAY = 86_400_000;

export type Resolved =
  /** `ambiguous`: the clock showed this time twice and the order of the rows decided. */
  { time: number; ambiguous: boolean } | 'skipped';

export interface LocalTimes {
  /**
   * Instant of a time of one series of rows. A clock time that comes twice when the clocks go back is taken as the one that keeps
   * the rows in the order the series has had so far; one that the clocks skip is `skipped`.
   */
  resolve(series: string, read: ReadTime): Resolved;
}

interface SeriesOrder {
  last: number;
  descending: boolean;
}

/** Turns wall times of an IANA zone into instants, for rows read one after the other. */
export function createLocalTimes(zone: string): LocalTimes {
  const orders = new Map<string, SeriesOrder>();
  return {
    resolve(series, read) {
      const order = orders.get(series);
      if ('instant' in read) return keep(read.instant, false);
      const instants = instantsOf(read.wall, zone);
      if (instants.length === 0) return 'skipped';
      return keep(instants.length === 1 ? instants[0]! : choose(instants, order), instants.length > 1);

      function keep(time: number, ambiguous: boolean): Resolved {
        const descending = order && time !== order.last ? time < order.last : (order?.descending ?? false);
        orders.set(series, { last: time, descending });
        return { time, ambiguous };
      }
    },
  };
}

/** Every instant at which a clock of the zone shows the wall time, in order: none, one, or two. */
export function instantsOf(wall: number, zone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => zoneOffset(instant, zone) === wall - instant)
    .toSorted((a, b) => a - b);
}

/** The one that continues the order; where none does, the one nearest to the row before. */
function choose(instants: readonly number[], order: SeriesOrder | undefined): number {
  const first = instants[0]!;
  const last = instants.at(-1)!;
  if (!order) return first;
  if (order.descending) return instants.findLast((instant) => instant < order.last) ?? first;
  return instants.find((instant) => instant > order.last) ?? last;
}
