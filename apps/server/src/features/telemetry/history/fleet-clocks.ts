import { dayRange, nextOffsetChange, zoneOffset, type TimeRange } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { askInZone } from '../ask-in-zone.ts';
import { BUCKET_MS } from '../roll-up/energy-cells.ts';
import {
  fleetEnergy,
  fleetPower,
  isFarEast,
  type FleetEnergyBucket,
  type FleetPower,
} from './fleet-series.ts';

export interface ZonedStation {
  id: number;
  timeZone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Power of many stations by the time of day that each has on its own clock: at noon stands what each gave when it was last noon there. `times` are
 * milliseconds since midnight.
 */
export async function fleetPowerByClock(
  db: SamplesDb,
  { stations, now }: { stations: readonly ZonedStation[]; now: number },
): Promise<FleetPower> {
  const length = DAY_MS / BUCKET_MS;
  const day: FleetPower = {
    times: Array.from({ length }, (_, place) => place * BUCKET_MS),
    power: Array.from({ length }, () => null),
    reporting: Array.from({ length }, () => 0),
  };
  for (const [zone, those] of Map.groupBy(stations, ({ timeZone }) => timeZone)) {
    const read = await fleetPower(db, { stations: idsOf(those), from: now - DAY_MS, to: now });
    for (const [place, from] of newestAt(read, zone)) {
      day.power[place] = (day.power[place] ?? 0) + read.power[from]!;
      day.reporting[place]! += read.reporting[from]!;
    }
  }
  return day;
}

/** Where the newest known power of each time of day stands. */
function newestAt({ times, power }: FleetPower, zone: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [from, time] of times.entries()) {
    if (power[from] === null) continue;
    found.set(Math.floor(((time + zoneOffset(time, zone)) % DAY_MS) / BUCKET_MS), from);
  }
  return found;
}

interface DaysQuery {
  stations: readonly ZonedStation[];
  /** Whose days they are. */
  zone: string;
  /** First and last day. */
  from: string;
  to: string;
}

/**
 * Production of many stations by the days of one zone. Those whose clocks go like it are read by day, the others by the hours of their clocks, or by five
 * minutes where a day of the zone begins within an hour of theirs.
 */
export async function fleetEnergyIn(
  db: SamplesDb,
  { stations, zone, from, to }: DaysQuery,
): Promise<FleetEnergyBucket[]> {
  const range = { start: dayRange(from, zone).start, end: dayRange(to, zone).end };
  const groups = Map.groupBy(stations, grainBy({ zone, range }));
  const parts = await Promise.all(
    [...groups].map(([grain, those]) => {
      const ids = idsOf(those);
      if (grain !== 'day') return energyByDays(db, { ids, grain, zone, range });
      const farEast = isFarEast(zone, range.end) ? ids : [];
      return fleetEnergy(db, { stations: ids, grain, from, to, farEast });
    }),
  );
  const days = new Map<string, FleetEnergyBucket>();
  for (const bucket of parts.flat()) {
    const known = days.get(bucket.start);
    days.set(bucket.start, {
      start: bucket.start,
      pv: bucket.pv + (known?.pv ?? 0),
      stations: bucket.stations + (known?.stations ?? 0),
    });
  }
  return [...days.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

const idsOf = (stations: readonly ZonedStation[]): number[] => stations.map(({ id }) => id);

type Grain = 'day' | 'hour' | '5m';

function grainBy(asked: { zone: string; range: TimeRange }): (station: ZonedStation) => Grain {
  const known = new Map<string, Grain>();
  return ({ timeZone }) => {
    const grain = known.get(timeZone) ?? grainOf(timeZone, asked);
    known.set(timeZone, grain);
    return grain;
  };
}

/** The longest stored energies of a zone that no midnight of another one divides. */
export function grainOf(own: string, { zone, range }: { zone: string; range: TimeRange }): Grain {
  const moments = [range.start - DAY_MS, ...[own, zone].flatMap((of) => offsetChanges(of, range))];
  const ahead = moments.map((time) => zoneOffset(time, own) - zoneOffset(time, zone));
  if (ahead.every((ms) => ms === 0)) return 'day';
  // Where a clock is put on by half an hour, stored hours lie across its hours.
  const first = zoneOffset(moments[0]!, own);
  const wholeSteps = offsetChanges(own, range).every(
    (time) => (zoneOffset(time, own) - first) % HOUR_MS === 0,
  );
  return wholeSteps && ahead.every((ms) => ms % HOUR_MS === 0) ? 'hour' : '5m';
}

function offsetChanges(zone: string, { start, end }: TimeRange): number[] {
  const changes: number[] = [];
  for (
    let at = nextOffsetChange(start - DAY_MS, end, zone);
    at !== null;
    at = nextOffsetChange(at, end, zone)
  )
    changes.push(at);
  return changes;
}

interface HoursQuery {
  ids: readonly number[];
  grain: 'hour' | '5m';
  zone: string;
  range: TimeRange;
}

async function energyByDays(
  db: SamplesDb,
  { ids, grain, zone, range }: HoursQuery,
): Promise<FleetEnergyBucket[]> {
  const rows = await askInZone(zone, range.start, (known) =>
    db.query<{ day: string; pv: number; stations: number }>(
      `SELECT toString(toDate(start, {zone:String})) AS day, sum(kwh + spread) AS pv, uniqExact(id) AS stations
         FROM energy FINAL
        WHERE subject = 'station' AND grain = {grain:String} AND flow = 'pv' AND NOT isNaN(kwh) AND id IN {ids:Array(UInt32)}
          AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({to:UInt32}, 'UTC')
        GROUP BY day`,
      { ids, grain, zone: known, from: range.start / 1000, to: range.end / 1000 },
    ),
  );
  return rows.map(({ day, ...bucket }) => ({ start: day, ...bucket }));
}
