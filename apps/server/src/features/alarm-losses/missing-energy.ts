import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { readExpectedCurve } from '../expected-power/index.ts';
import type { FleetDevice } from '../fleet/index.ts';
import { partOf } from '../telemetry/index.ts';

export const STEP_MS = 5 * 60_000;
const STEP_HOURS = STEP_MS / 3_600_000;

type Producer = Pick<FleetDevice, 'id' | 'kind' | 'meterRole' | 'ratedPower' | 'parentId'>;

/** Producers that an alarm of a device is about: itself, or those behind a logger. */
export function producersOf(devices: readonly Producer[], deviceId: number): number[] {
  return devices
    .filter((one) => partOf(one) === 'producer' && (one.id === deviceId || one.parentId === deviceId))
    .map(({ id }) => id);
}

/** The part of a station that each producer is: by rated power, of those without one by the mean of the others. */
export function sharesOf(devices: readonly Producer[]): ReadonlyMap<number, number> {
  const producers = devices.filter((one) => partOf(one) === 'producer');
  const rated = producers.flatMap(({ ratedPower }) =>
    ratedPower === null || ratedPower <= 0 ? [] : [ratedPower],
  );
  const mean = rated.length > 0 ? rated.reduce((sum, power) => sum + power, 0) / rated.length : 1;
  const power = ({ ratedPower }: Producer) => (ratedPower === null || ratedPower <= 0 ? mean : ratedPower);
  const all = producers.reduce((sum, one) => sum + power(one), 0);
  return new Map(producers.map((one) => [one.id, power(one) / all]));
}

interface Asked {
  station: number;
  producers: readonly number[];
  shares: ReadonlyMap<number, number>;
  /** On borders of five minutes. */
  from: number;
  to: number;
}

/**
 * Expected less measured energy of producers in five minutes, Wh. NaN where nothing is measured of one, and where the light is not known but
 * for a clear sky: clouds would be a loss. A step that is dark lacks nothing.
 */
export async function missingEnergy(
  samples: SamplesDb,
  { station, producers, shares, from, to }: Asked,
): Promise<ReadonlyMap<number, Float64Array>> {
  const length = (to - from) / STEP_MS;
  const [expected, measured] = await Promise.all([
    readExpectedCurve(samples, { station, from, to }),
    samples.columns(
      `SELECT id, toUnixTimestamp(start) AS t, (kwh + spread) * 1000 AS wh FROM energy FINAL
       WHERE subject = 'device' AND grain = '5m' AND flow = 'pv' AND id IN {ids:Array(UInt32)}
         AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({to:UInt32}, 'UTC')`,
      { ids: [...producers], from: from / 1000, to: to / 1000 },
    ),
  ]);
  const should = Float64Array.from({ length }, (_, step) => {
    const power = expected.p50[step]!;
    const source = expected.source[step]!;
    return power === 0 || (source !== 'none' && source !== 'clearSky') ? power * STEP_HOURS : NaN;
  });
  const missing = new Map(producers.map((id) => [id, new Float64Array(length).fill(NaN)]));
  for (const column of missing.values())
    for (const [step, energy] of should.entries()) if (energy === 0) column[step] = 0;
  for (const [row, id] of (measured.id ?? []).entries()) {
    const column = missing.get(Number(id))!;
    const step = (Number(measured.t![row]) * 1000 - from) / STEP_MS;
    const wh = measured.wh![row];
    if (wh !== null) column[step] = should[step]! * shares.get(Number(id))! - Number(wh);
  }
  return missing;
}
