import { dayRange, expectedBand, localDayOf, stuckReadings, type WeatherSample } from '@sunfleet/analysis';
import type { StationPower } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Columns, SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Fleet, FleetStation, SunlightOf } from '../../fleet/index.ts';
import { BUCKET_MS } from '../roll-up/energy-cells.ts';
import { modelOf } from './model-of.ts';

export interface PowerParts {
  samples: SamplesDb;
  fleet: Fleet;
  sunlight: SunlightOf;
  /** Clear-sky bounds by station and day; they take a while and never change. */
  clearSky: Map<string, readonly number[]>;
}

const CLEAR_SKY_KEPT = 1000;

type Curve = (number | null)[];

/**
 * Power curves of a station over one of its local days, with what could be expected: from its irradiance sensor, else from a
 * clear sky; a sensor that hangs says nothing. Throws AppError `invalidInput` for a day that is none.
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
  const curves = align(await readDay(parts.samples, station.id, range), range.start, times.length);
  const irradiance = curves.poa.map((poa, i) => poa ?? curves.ghi[i] ?? null);
  const high = clearSkyOf(parts, station, { day, range });
  const believed = withoutStuck(curves, irradiance, high);
  const sensor = believed.poa.some(isKnown) || believed.ghi.some(isKnown);
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
    irradiance,
    expected: sensor
      ? measuredExpectation(parts.fleet, station, { range, times, curves: believed })
      : [...high],
    expectedHigh: [...high],
    expectedSource: sensor ? 'sensor' : 'clearSky',
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

const CURVES = ['pv', 'load', 'grid', 'battery', 'soc', 'poa', 'ghi', 'ambient'] as const;
type Curves = Record<(typeof CURVES)[number], Curve>;

async function readDay(
  db: SamplesDb,
  station: number,
  range: { start: number; end: number },
): Promise<Columns> {
  return db.columns(
    `SELECT toUnixTimestamp(bucket) AS t, ${CURVES.join(', ')} FROM station_power_5m FINAL
     WHERE station = {station:UInt32} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC')`,
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

function clearSkyOf(
  parts: PowerParts,
  station: FleetStation,
  at: { day: string; range: { start: number; end: number } },
): readonly number[] {
  const model = modelOf(parts.fleet, station, at.range.start);
  const key = JSON.stringify([at.day, station.timeZone, model]);
  let upper = parts.clearSky.get(key);
  if (!upper) {
    if (parts.clearSky.size >= CLEAR_SKY_KEPT) parts.clearSky.clear();
    upper = Array.from(expectedBand({ range: at.range, station: model }).upper);
    parts.clearSky.set(key, upper);
  }
  return upper;
}

const isKnown = (value: number | null): boolean => value !== null;

/** The curves without the readings of light of a sensor that hangs. */
function withoutStuck(curves: Curves, irradiance: Curve, clearSky: readonly number[]): Curves {
  const stuck = stuckReadings(irradiance, {
    isDay: (index) => (clearSky[index] ?? 0) > 0,
    stepMs: BUCKET_MS,
  });
  if (!stuck.includes(true)) return curves;
  // By night, too, such a sensor is none.
  const isLit = (index: number) => (clearSky[index] ?? 0) > 0 && irradiance[index] !== null && !stuck[index];
  const sees = irradiance.some((_, index) => isLit(index));
  const left = (curve: Curve) => curve.map((value, index) => (sees && !stuck[index] ? value : null));
  return { ...curves, poa: left(curves.poa), ghi: left(curves.ghi) };
}

/** Expected power where the sensor has a reading; null elsewhere. */
function measuredExpectation(
  fleet: Fleet,
  station: FleetStation,
  day: { range: { start: number; end: number }; times: readonly number[]; curves: Curves },
): Curve {
  const { poa, ghi, ambient } = day.curves;
  const weather: WeatherSample[] = [];
  for (const [i, time] of day.times.entries()) {
    const [onPlane, horizontal, temperature] = [poa[i] ?? null, ghi[i] ?? null, ambient[i] ?? null];
    if (onPlane === null && horizontal === null) continue;
    weather.push({
      time,
      ...(onPlane === null ? {} : { poa: onPlane }),
      ...(horizontal === null ? {} : { ghi: horizontal }),
      ...(temperature === null ? {} : { temperature }),
    });
  }
  const band = expectedBand({ range: day.range, station: modelOf(fleet, station, day.range.start), weather });
  return Array.from(band.expected, (value) => (Number.isNaN(value) ? null : value));
}
