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

interface Parts {
  samples: SamplesDb;
  sunlight: SunlightOf;
}

const HOUR_MS = 3_600_000;
/** A day whose sensor was silent for more of its daylight has no irradiation. */
const LEAST_MEASURED = 0.95;

/**
 * Yields, performance ratio and capacity factor of a station by IEC 61724-1, by local day or month and over the whole period. Days to come are left
 * out. Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or in the wrong order.
 */
export async function stationPerformance(
  { samples, sunlight }: Parts,
  station: FleetStation,
  { query, now }: { query: PerformanceQuery; now: number },
): Promise<StationPerformance> {
  const { id, timeZone, capacityKw } = station;
  const days = daysUntilNow(sunlight(station).between, timeZone, { query, now });
  const byBucket = new Map<string, PerformanceDay[]>(days.map(({ day }) => [bucketOf(day, query.grain), []]));
  const all: PerformanceDay[] = [];
  if (days.length > 0) {
    const span = { start: days[0]!.start, end: days.at(-1)!.end };
    const [cells, light] = await Promise.all([
      readCells(samples, 'station', { ids: [id], spans: { day: span } }),
      readIrradiation(samples, { station: id, days, light: (day) => sunlight(station).of(day) }),
    ]);
    const produced = cells.get(id)?.get('pv')?.get('day');
    for (const day of days) {
      const cell = produced?.get(day.start);
      const of: PerformanceDay = {
        energy: cell && !Number.isNaN(cell.kwh) ? cell.kwh + cell.spread : null,
        completeness: completenessAt(cell, { start: day.start, grain: 'day', now }, { sunlight, station }),
        irradiation: irradiationOf(day, light.get(day.start)),
        hours: (Math.min(day.end, now) - day.start) / HOUR_MS,
      };
      all.push(of);
      byBucket.get(bucketOf(day.day, query.grain))!.push(of);
    }
  }
  return {
    grain: query.grain,
    timeZone,
    capacityKw,
    ...performanceOf(all, capacityKw),
    buckets: [...byBucket].map(([start, of]) => ({ start, ...performanceOf(of, capacityKw) })),
  };
}

function irradiationOf({ daylight }: DayUntilNow, light: MeasuredLight | undefined): number | null {
  if (!light || daylight <= 0) return null;
  return light.measured >= LEAST_MEASURED * daylight ? light.irradiation : null;
}
