import { performanceOf, type PerformanceDay } from '@sunfleet/analysis';
import type { StationPerformance } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { FleetStation, SunlightOf } from '../../fleet/index.ts';
import { bucketOf, daysUntilNow, type DayUntilNow } from '../history/days-until-now.ts';
import { completenessAt } from '../history/energy-history.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { type MeasuredLight, readIrradiation } from './performance.queries.ts';

export interface PerformanceQuery {
  grain: 'day' | 'month';
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** What was expected of a station on a local day. */
interface ExpectedDayEnergy {
  /** Median, kWh, and the part of it that rests on a sensor. */
  p50: number;
  bySource: { sensor: number };
  /** Milliseconds that are computed. */
  computed: number;
}

/** Expected energies of stations of one zone by local day. */
export type ExpectedDays = (query: {
  stations: readonly number[];
  timeZone: string;
  grain: 'day';
  from: string;
  to: string;
  now: number;
}) => Promise<ReadonlyMap<number, ReadonlyMap<string, ExpectedDayEnergy>>>;

interface Parts {
  samples: SamplesDb;
  sunlight: SunlightOf;
  /** None where the true place of the station must not be told: what it should give follows from it. */
  expectedDays: ExpectedDays | undefined;
}

const HOUR_MS = 3_600_000;
/** A day whose sensor was silent for more of its daylight has no irradiation. */
const LEAST_MEASURED = 0.95;
/** A day of which less is computed has no expected energy. */
const LEAST_COMPUTED = 0.98;

/**
 * Yields, performance ratio, energy performance index and capacity factor of a station by IEC 61724-1, by local day or month and over the whole period. Days to come are left
 * out. Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or in the wrong order.
 */
export async function stationPerformance(
  { samples, sunlight, expectedDays }: Parts,
  station: FleetStation,
  { query, now }: { query: PerformanceQuery; now: number },
): Promise<StationPerformance> {
  const { id, timeZone, capacityKw } = station;
  const days = daysUntilNow(sunlight(station).between, timeZone, { query, now });
  const byBucket = new Map<string, PerformanceDay[]>(days.map(({ day }) => [bucketOf(day, query.grain), []]));
  const all: PerformanceDay[] = [];
  let [expected, bySensor] = [0, 0];
  if (days.length > 0) {
    const span = { start: days[0]!.start, end: days.at(-1)!.end };
    const [cells, light, foreseen] = await Promise.all([
      readCells(samples, 'station', { ids: [id], spans: { day: span } }),
      readIrradiation(samples, { station: id, days, light: (day) => sunlight(station).of(day) }),
      expectedDays?.({
        stations: [id],
        timeZone,
        grain: 'day',
        from: days[0]!.day,
        to: days.at(-1)!.day,
        now,
      }),
    ]);
    const produced = cells.get(id)?.get('pv')?.get('day');
    for (const day of days) {
      const cell = produced?.get(day.start);
      const model = foreseen?.get(id)?.get(day.day);
      const elapsed = Math.min(day.end, now) - day.start;
      const isComputed = model !== undefined && model.computed >= LEAST_COMPUTED * elapsed;
      if (isComputed) [expected, bySensor] = [expected + model.p50, bySensor + model.bySource.sensor];
      const of: PerformanceDay = {
        energy: cell && !Number.isNaN(cell.kwh) ? cell.kwh + cell.spread : null,
        completeness: completenessAt(cell, { start: day.start, grain: 'day', now }, { sunlight, station }),
        irradiation: irradiationOf(day, light.get(day.start)),
        expected: isComputed ? model.p50 : null,
        hours: elapsed / HOUR_MS,
      };
      all.push(of);
      byBucket.get(bucketOf(day.day, query.grain))!.push(of);
    }
  }
  return {
    grain: query.grain,
    timeZone,
    capacityKw,
    expectedBySensor: expected > 0 ? bySensor / expected : null,
    ...performanceOf(all, capacityKw),
    buckets: [...byBucket].map(([start, of]) => ({ start, ...performanceOf(of, capacityKw) })),
  };
}

function irradiationOf({ daylight }: DayUntilNow, light: MeasuredLight | undefined): number | null {
  if (!light || daylight <= 0) return null;
  return light.measured >= LEAST_MEASURED * daylight ? light.irradiation : null;
}
