import type { FleetDevice, FleetFault, FleetStation } from '../../fleets/schema.ts';
import { scatter } from '../physics/noise.ts';

/** Where a fault strikes. */
export interface FaultPlan {
  station: FleetStation;
  device: FleetDevice;
}

/** A fault that was switched by hand; `until` null while it lasts. */
export interface ManualFault {
  /** SN of a device, or a station's name for all of its devices. */
  target: string;
  fault: FleetFault;
  from: number;
  until: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long before the first start the faults that a fleet describes began: long enough to be seen, not all at once. Others begin with it: a logger
 * that is offline was there to send its past, so that the platform knows it and misses it.
 */
const STANDING_SINCE: Readonly<Partial<Record<FleetFault, number>>> = {
  stringOpen: 9 * DAY_MS,
  shading: 3650 * DAY_MS,
  inverterTrip: 5 * HOUR_MS,
  gridLoss: 2 * HOUR_MS,
  stuckSensor: 2 * DAY_MS,
  clockWrong: 3650 * DAY_MS,
};

/** Faults that come and go by themselves: how likely on a day, and how long at most. */
const PASSING: readonly {
  fault: FleetFault;
  kinds: readonly FleetDevice['kind'][];
  aDay: number;
  longest: number;
}[] = [
  { fault: 'inverterTrip', kinds: ['inverter', 'hybrid'], aDay: 0.006, longest: 2 * HOUR_MS },
  { fault: 'loggerOffline', kinds: ['logger'], aDay: 0.012, longest: 5 * HOUR_MS },
];
const GRID_LOSS_A_DAY = 0.006;
const GRID_LOSS_LONGEST = 50 * MINUTE_MS;

/**
 * Faults of a device at a time: those of the fleet's description, those switched by hand, and, where `passing`, some that
 * chance brings, the same ones in every run.
 * @param born epoch ms of the first start
 */
export function faultsAt(
  plan: FaultPlan,
  at: { time: number; born: number; manual: readonly ManualFault[]; passing: boolean },
): Set<FleetFault> {
  const { station, device } = plan;
  const found = new Set<FleetFault>();
  if (device.fault && at.time >= at.born - (STANDING_SINCE[device.fault] ?? 0)) found.add(device.fault);
  for (const { target, fault, from, until } of at.manual) {
    const here = target === device.sn || target === station.name;
    if (here && at.time >= from && (until === null || at.time < until)) found.add(fault);
  }
  if (!at.passing) return found;
  for (const { fault, kinds, aDay, longest } of PASSING) {
    if (kinds.includes(device.kind) && strikes(device.sn + fault, at.time, { aDay, longest }))
      found.add(fault);
  }
  if (strikes(`${station.name}grid`, at.time, { aDay: GRID_LOSS_A_DAY, longest: GRID_LOSS_LONGEST }))
    found.add('gridLoss');
  return found;
}

/** Whether chance has put a span of this day over `time`: at most one span a day, of a quarter to the whole of the longest. */
function strikes(name: string, time: number, { aDay, longest }: { aDay: number; longest: number }): boolean {
  const day = Math.floor(time / DAY_MS);
  if (scatter(name, day) >= aDay) return false;
  const start = day * DAY_MS + scatter(name, day + 1e6) * (DAY_MS - longest);
  const length = longest * (0.25 + 0.75 * scatter(name, day + 2e6));
  return time >= start && time < start + length;
}

/** A device that comes and goes: so long it works, and so long it does not. */
const FLAP_MS = 10 * MINUTE_MS;

/** Whether a device has switched itself off for a fault at a time. */
export function isTripped({ faults }: { faults: ReadonlySet<FleetFault> }, time: number): boolean {
  if (faults.has('inverterTrip')) return true;
  return faults.has('flapping') && Math.floor(time / FLAP_MS) % 2 === 1;
}
