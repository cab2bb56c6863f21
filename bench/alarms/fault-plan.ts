import type { FleetFault } from '../../apps/simulator/fleets/schema.ts';
import { between, oneOf, shuffled, type Draw } from './draw.ts';
import { FAULT_KINDS, HARMLESS, type FaultKind } from './fault-kinds.ts';
import type { QualityStation } from './quality-fleet.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Faults of a station and day: so many that one alarm each keeps below the one for a hundred stations that an operator can handle. */
export const FAULTS_A_DAY = 0.008;
/** The same of what must raise nothing. */
const HARMLESS_A_DAY = 0.02;
/** Stations that are tried for one. */
const TRIES = 400;
/** Share of regions that snow falls on. */
const SNOWY = 0.3;
/** Nothing else is wrong at a station around a fault. */
const CALM_MS = DAY_MS;

/** What is wrong where, from and until when (epoch milliseconds). */
export interface PlannedFault {
  fault: FleetFault;
  station: string;
  /** Serial numbers. */
  devices: ReadonlySet<string>;
  from: number;
  to: number;
  severity: number;
  /** Undefined: it must raise no alarm. */
  kind: FaultKind | undefined;
}

interface Span {
  from: number;
  days: number;
}

/** Faults of a fleet with what they are, and what looks like one. */
export function planFaults(
  stations: readonly QualityStation[],
  { from, days, strength, often, draw }: Span & { strength: number; often: number; draw: Draw },
): PlannedFault[] {
  const planned: PlannedFault[] = [];
  const span = { from, days };
  for (const region of new Set(stations.map((each) => each.region)))
    if (draw() < SNOWY) planned.push(...snowOn(stations, region, span, draw));
  const kinds = FAULT_KINDS.filter(({ on }) =>
    stations.some(({ station }) => station.devices.some((device) => on(device, station))),
  );
  const count = Math.max(kinds.length, Math.round(stations.length * days * often));
  const turns: FaultKind[] = [];
  while (turns.length < count) turns.push(...shuffled(draw, kinds));
  for (const kind of turns.slice(0, count))
    place(kind, { kind, severity: strength * between(draw, 0.85, 1.15) });
  for (let n = Math.round(stations.length * days * HARMLESS_A_DAY); n > 0; n -= 1)
    place(oneOf(draw, HARMLESS), { kind: undefined, severity: 1 });
  return planned;

  function place(
    { fault, on, hours, whole }: Pick<FaultKind, 'fault' | 'on' | 'hours' | 'whole'>,
    label: Pick<PlannedFault, 'kind' | 'severity'>,
  ): void {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { station } = oneOf(draw, stations);
      const able = station.devices.filter((device) => on(device, station));
      if (able.length === 0) continue;
      const length = Math.min(between(draw, ...hours), (days - 2) * 24) * HOUR_MS;
      // Work in the morning, so that daylight shows it. The first day is there to be compared with.
      const day = 1 + Math.floor(draw() * Math.max(1, days - 1 - length / DAY_MS));
      const begin = from + day * DAY_MS + between(draw, 8, 12) * HOUR_MS;
      const end = begin + length;
      const isFree = planned.every(
        (other) => other.station !== station.name || other.to + CALM_MS < begin || other.from - CALM_MS > end,
      );
      if (!isFree || end > from + days * DAY_MS) continue;
      const devices = whole ? station.devices : [oneOf(draw, able)];
      planned.push({
        fault,
        station: station.name,
        devices: new Set(devices.map(({ sn }) => sn)),
        from: begin,
        to: end,
        ...label,
      });
      return;
    }
  }
}

/** Snow lies on all stations of a region for a day or three. */
function snowOn(
  stations: readonly QualityStation[],
  region: string,
  { from, days }: Span,
  draw: Draw,
): PlannedFault[] {
  const begin = from + Math.floor(between(draw, 1, Math.max(2, days - 3))) * DAY_MS;
  const to = begin + between(draw, 1, Math.min(3, days / 4)) * DAY_MS;
  return stations
    .filter((each) => each.region === region)
    .map(({ station }) => ({
      fault: 'snow' as const,
      station: station.name,
      devices: new Set(station.devices.map(({ sn }) => sn)),
      from: begin,
      // Some lose it sooner than others.
      to: to + between(draw, 0, 3) * HOUR_MS,
      severity: 1,
      kind: undefined,
    }));
}
