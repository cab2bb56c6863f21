import { mostBetweenRollUps, producersOf } from './live-views.ts';
import type { FleetStates } from './state-book.ts';
import { COUNTER_SLOT } from './state-points.ts';

/**
 * Believes the newest stored counters of a station after a start, if their sum agrees with the total that the last process
 * wrote: it is no lower, and higher by no more than the counters can have run since. Otherwise the total stays unknown until
 * the roll-up has looked at the counters, because one of them may be a zero or a spike.
 */
export function takeTotals(book: FleetStates, written: ReadonlyMap<number, number>): void {
  for (const [stationId, total] of written) {
    const producers = producersOf(book, stationId);
    const counters = producers.map(({ id }) => book.device(id)?.values[COUNTER_SLOT] ?? NaN);
    const added = counters.reduce((sum, kwh) => sum + kwh, -total);
    const most = producers.reduce((sum, device) => sum + mostBetweenRollUps(device), 0);
    if (!(added >= -ROUNDING_KWH && added <= most)) continue;
    for (const { id } of producers) {
      const state = book.device(id)!;
      const kwh = state.values[COUNTER_SLOT]!;
      state.lifetime = { kwh, at: state.timeOf(COUNTER_SLOT), isNewest: true };
    }
  }
}

/** Sums of the same counters in another order differ by less. */
const ROUNDING_KWH = 1e-3;
