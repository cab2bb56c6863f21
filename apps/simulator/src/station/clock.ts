import type { FleetFault } from '../../fleets/schema.ts';

/** A wrong clock stands this far behind, ms: nobody set the summer time, nor the quarter of an hour it lost. */
const CLOCK_ERROR = -75 * 60_000;

/** What a device's clock is off by, ms. */
export function clockErrorOf(faults: ReadonlySet<FleetFault>): number {
  return faults.has('clockWrong') ? CLOCK_ERROR : 0;
}
