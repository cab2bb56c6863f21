import { dayRange, localDayOf, localTimeOf, monthRange, yearRange } from '@sunfleet/analysis';
import type { EnergyBucket, EnergySource, Flow } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { SunlightOf } from '../../fleet/index.ts';
import type { Cell, Subject } from '../roll-up/energy-cells.ts';
import { readCells } from '../roll-up/energy-store.ts';

export type EnergyGrain = 'hour' | 'day' | 'month' | 'year';

export interface EnergyQuery {
  grain: EnergyGrain;
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
/** Days of one answer by grain. */
const LONGEST_DAYS: Readonly<Record<EnergyGrain, number>> = {
  hour: 400,
  day: 4000,
  month: 40_000,
  year: 40_000,
};
const LABEL_LENGTH: Readonly<Record<EnergyGrain, number>> = { hour: 16, day: 10, month: 7, year: 4 };

/**
 * Energies of a device or station in local buckets that touch the days asked for; `since`: those that begin before are left out.
 * Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or in the wrong order.
 */
export async function energyHistory(
  db: SamplesDb,
  of: { subject: Subject; id: number; zone: string; since?: number | null },
  query: EnergyQuery,
): Promise<Map<number, Map<Flow, Cell>>> {
  const span = spanOf(query, of.zone);
  const stored = await readCells(db, of.subject, { ids: [of.id], spans: { [query.grain]: span } });
  const buckets = new Map<number, Map<Flow, Cell>>();
  for (const [flow, grains] of stored.get(of.id) ?? []) {
    for (const [start, cell] of grains.get(query.grain) ?? []) {
      if (start < (of.since ?? start)) continue;
      const bucket = buckets.get(start) ?? new Map<Flow, Cell>();
      buckets.set(start, bucket.set(flow, cell));
    }
  }
  return new Map([...buckets].toSorted((a, b) => a[0] - b[0]));
}

function spanOf({ grain, from, to }: EnergyQuery, zone: string): { start: number; end: number } {
  const range = { hour: dayRange, day: dayRange, month: monthRange, year: yearRange }[grain];
  let span;
  try {
    span = { start: range(from, zone).start, end: range(to, zone).end };
  } catch {
    throw new AppError('invalidInput', { fields: 'query.from, query.to' });
  }
  if (span.end <= span.start) throw new AppError('invalidInput', { fields: 'query.to' });
  const longest = LONGEST_DAYS[grain];
  if (span.end - span.start > (longest + 1) * DAY_MS) throw new AppError('rangeTooLong', { days: longest });
  return span;
}

/** Local name of a bucket: `2026-11-21T10:00`, `2026-11-21`, `2026-11` or `2026`. */
export function labelOf(start: number, grain: EnergyGrain, zone: string): string {
  return localTimeOf(start, zone).slice(0, LABEL_LENGTH[grain]);
}

/** Energies and sources of one bucket as the API answers them: a flow of which nothing is known is left out. */
export function energiesOf(flows: ReadonlyMap<Flow, Cell>): Pick<EnergyBucket, 'energies' | 'sources'> {
  const energies: Partial<Record<Flow, number>> = {};
  const sources: Partial<Record<Flow, EnergySource>> = {};
  for (const [flow, cell] of flows) {
    if (Number.isNaN(cell.kwh)) continue;
    energies[flow] = cell.kwh + cell.spread;
    sources[flow] = cell.source;
  }
  return { energies, sources };
}

/** Completeness of a bucket; that of the running day is measured against the daylight until now. */
export function completenessAt(
  cell: Cell | undefined,
  at: { start: number; grain: EnergyGrain; now: number },
  place: { sunlight: SunlightOf; station: Parameters<SunlightOf>[0] },
): number | null {
  if (!cell || Number.isNaN(cell.completeness)) return null;
  if (at.grain !== 'day' || !place.station) return cell.completeness;
  const { end } = dayRange(localDayOf(at.start, place.station.timeZone), place.station.timeZone);
  if (at.now >= end) return cell.completeness;
  const { between } = place.sunlight(place.station);
  const elapsed = between(at.start, at.now);
  return elapsed > 0 ? Math.min(1, (cell.completeness * between(at.start, end)) / elapsed) : null;
}
