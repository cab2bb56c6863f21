import { sumAvailability, type DeviceDay } from '@sunfleet/analysis';
import type { StationAvailability } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { createBreath } from '../../../platform/breath.ts';
import type { Fleet, FleetDevice, FleetStation, SunlightOf } from '../../fleet/index.ts';
import { completenessAt } from '../history/energy-history.ts';
import { bucketOf, daysUntilNow, type DayUntilNow } from '../history/days-until-now.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { partOf } from '../roll-up/station-flows.ts';
import { readFirstDays, readStateCounts, type StateCounts } from './availability.queries.ts';

export interface AvailabilityQuery {
  grain: 'day' | 'month';
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

interface Parts {
  samples: SamplesDb;
  fleet: Fleet;
  sunlight: SunlightOf;
}

const NOTHING: StateCounts = { running: 0, outages: 0 };
/** Days of devices that are read and held at once: a year of ten thousand inverters is four million, which took memory and stopped everything else. */
const DAYS_AT_ONCE = 100_000;

/**
 * How much of its daylight the producers of a station were heard, and could run, by local day or month and over the whole period. Days to
 * come are left out. Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or in the wrong order.
 */
export async function stationAvailability(
  parts: Parts,
  station: FleetStation,
  { query, now }: { query: AvailabilityQuery; now: number },
): Promise<StationAvailability> {
  const days = daysUntilNow(parts.sunlight(station).between, station.timeZone, { query, now });
  const all = sumAvailability();
  const byBucket = new Map(days.map(({ day }) => [bucketOf(day, query.grain), sumAvailability()]));
  for await (const some of deviceDays(parts, station, { days, now })) {
    for (const { day, of } of some) {
      all.add(of);
      byBucket.get(bucketOf(day, query.grain))!.add(of);
    }
  }
  return {
    grain: query.grain,
    timeZone: station.timeZone,
    ...all.availability(),
    buckets: [...byBucket].map(([start, sums]) => ({ start, ...sums.availability() })),
  };
}

interface Known {
  id: number;
  day: string;
  of: DeviceDay;
}

interface Asked {
  days: readonly DayUntilNow[];
  now: number;
}

const producersOf = (fleet: Pick<Fleet, 'devicesOf'>, station: number) =>
  fleet.devicesOf(station).filter((device) => partOf(device) === 'producer');

/** What is known of each local day of the producers of a station. */
export async function readDeviceDays(parts: Parts, station: FleetStation, asked: Asked): Promise<Known[]> {
  const all: Known[] = [];
  for await (const some of deviceDays(parts, station, asked)) for (const one of some) all.push(one);
  return all;
}

/** The same of some devices after the other. */
async function* deviceDays(parts: Parts, station: FleetStation, asked: Asked): AsyncGenerator<Known[]> {
  const devices = producersOf(parts.fleet, station.id);
  const atOnce = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, asked.days.length)));
  for (let from = 0; from < devices.length; from += atOnce)
    yield await daysOf(parts, station, { ...asked, devices: devices.slice(from, from + atOnce) });
}

async function daysOf(
  { samples, sunlight }: Parts,
  station: FleetStation,
  { days, now, devices }: Asked & { devices: readonly FleetDevice[] },
): Promise<Known[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const ids = devices.map(({ id }) => id);
  const span = { start: first.start, end: last.end };
  const [cells, counts] = await Promise.all([
    readCells(samples, 'device', { ids, spans: { day: span } }),
    readStateCounts(samples, { devices: ids, from: first.day, to: last.day }),
  ]);
  const cellOf = (id: number, day: DayUntilNow) => cells.get(id)?.get('pv')?.get('day')?.get(day.start);
  // Since when a device was there matters only on a day of which nothing is known.
  const silent = ids.filter((id) => days.some((day) => !cellOf(id, day)));
  const firstDays = await readFirstDays(samples, { devices: silent, zone: station.timeZone, span });
  const breath = createBreath();
  const all: Known[] = [];
  for (const { id, ratedPower } of devices) {
    await breath();
    const since = firstDays.get(id);
    for (const each of days) {
      const cell = cellOf(id, each);
      const isKnown = since !== undefined && since <= each.start;
      const at = { start: each.start, grain: 'day', now } as const;
      const covered = cell ? completenessAt(cell, at, { sunlight, station }) : isKnown ? 0 : null;
      const { running, outages } = counts.get(id)?.get(each.day) ?? NOTHING;
      const of = { daylight: each.daylight, covered, running, outages, ratedPower };
      all.push({ id, day: each.day, of });
    }
  }
  return all;
}
