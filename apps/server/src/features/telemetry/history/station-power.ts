import { dayRange, localDayOf, type LightSource } from '@sunfleet/analysis';
import type { StationPower } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Columns, SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { FleetStation, SunlightOf } from '../../fleet/index.ts';
import { BUCKET_MS } from '../roll-up/energy-cells.ts';

/** What a station should give in each five minutes of a day, W; null: not known. */
export interface ExpectedDay {
  p10: (number | null)[];
  p50: (number | null)[];
  p90: (number | null)[];
  bound: (number | null)[];
  /** What most of the energy rests on. */
  source: LightSource;
}

/** Asks for the day of a station that begins and ends at times, epoch milliseconds. */
export type ExpectedOfDay = (
  station: FleetStation,
  day: { start: number; end: number; now: number },
) => Promise<ExpectedDay>;

export interface PowerParts {
  samples: SamplesDb;
  sunlight: SunlightOf;
  expectedOf: ExpectedOfDay;
}

type Curve = (number | null)[];

/**
 * Power curves of a station over one of its local days, with what could be expected of it. Throws AppError `invalidInput` for a day that is none.
 */
export async function stationPower(
  parts: PowerParts,
  station: FleetStation,
  request: { day: string | undefined; now: number },
): Promise<StationPower> {
  const zone = station.timeZone;
  const day = request.day ?? localDayOf(request.now, zone);
  const range = rangeOf(day, zone);
  const times = Array.from(
    { length: Math.round((range.end - range.start) / BUCKET_MS) },
    (_, i) => range.start + i * BUCKET_MS,
  );
  const [measured, expected] = await Promise.all([
    readDay(parts.samples, station.id, range),
    parts.expectedOf(station, { ...range, now: request.now }),
  ]);
  const curves = align(measured, range.start, times.length);
  const { sunrise, sunset } = parts.sunlight(station).of(day);
  return {
    day,
    timeZone: zone,
    times,
    pv: curves.pv,
    load: curves.load,
    grid: curves.grid,
    battery: curves.battery,
    soc: curves.soc,
    irradiance: curves.poa.map((poa, i) => poa ?? curves.ghi[i] ?? null),
    expected: expected.p50,
    expectedLow: expected.p10,
    expectedHigh: expected.p90,
    expectedBound: expected.bound,
    expectedSource: expected.source,
    sunrise,
    sunset,
  };
}

function rangeOf(day: string, zone: string): { start: number; end: number } {
  try {
    return dayRange(day, zone);
  } catch {
    throw new AppError('invalidInput', { fields: 'query.day' });
  }
}

const CURVES = ['pv', 'load', 'grid', 'battery', 'soc', 'poa', 'ghi'] as const;
type Curves = Record<(typeof CURVES)[number], Curve>;

async function readDay(
  db: SamplesDb,
  station: number,
  range: { start: number; end: number },
): Promise<Columns> {
  return db.columns(
    `SELECT toUnixTimestamp(bucket) AS t, ${CURVES.join(', ')} FROM station_power_5m FINAL
     WHERE station = {station:UInt32} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC') SETTINGS max_threads = 1`,
    { station, from: range.start / 1000, to: range.end / 1000 },
  );
}

function align(columns: Columns, start: number, length: number): Curves {
  const places = (columns.t ?? []).map((seconds) => (Number(seconds) * 1000 - start) / BUCKET_MS);
  const curves = {} as Curves;
  for (const name of CURVES) {
    const curve: Curve = Array.from({ length }, () => null);
    for (const [row, place] of places.entries())
      curve[place] = (columns[name]?.[row] as number | null) ?? null;
    curves[name] = curve;
  }
  return curves;
}
