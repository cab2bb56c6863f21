import type { FleetFault } from '../../fleets/schema.ts';

/** A wrong clock stands this far behind, ms: nobody set the summer time, nor the quarter of an hour it lost. */
const CLOCK_ERROR = -75 * 60_000;

interface Clocked {
  faults: ReadonlySet<FleetFault>;
  severity: number;
}

/** What a device's clock is off by, ms. */
export function clockErrorOf({ faults, severity }: Clocked): number {
  return faults.has('clockWrong') ? CLOCK_ERROR * severity : 0;
}
