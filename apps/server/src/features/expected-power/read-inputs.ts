import { hourlyWeather, type WeatherColumns } from '@sunfleet/analysis';
import { createBreath } from '../../platform/breath.ts';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import type { PastWeather, WeatherOf } from '../weather/index.ts';
import type { Learned } from './learned.ts';
import type { PeerBook } from './peers.ts';
import { readMeasured, type MeasuredColumns } from './power-inputs.ts';

export interface ExpectParts {
  db: Db;
  samples: SamplesDb;
  fleet: Pick<Fleet, 'station' | 'devicesOf'>;
  peers: Pick<PeerBook, 'of'>;
  weather?: Pick<PastWeather, 'read'> | undefined;
}

/** A stretch of a station on bucket borders, epoch milliseconds. */
export interface Stretch {
  station: FleetStation;
  learned: readonly Learned[];
  from: number;
  to: number;
}

/** A sensor that hangs is known by an hour of readings around. */
export const AROUND_MS = 2 * 3_600_000;
/** Snow of the days before still lies. */
const SNOW_LIES_MS = 2 * 86_400_000;
/** What was measured of stations and of their neighbours, over the span of all of them. */
export interface ReadInputs {
  from: number;
  to: number;
  measured: ReadonlyMap<number, MeasuredColumns>;
  peers: ReadonlyMap<number, readonly number[]>;
  clear: Map<string, Float64Array>;
  weather: WeatherOf;
}

export async function readInputs(
  { samples, peers, weather }: Pick<ExpectParts, 'samples' | 'peers' | 'weather'>,
  stretches: readonly Pick<Stretch, 'station' | 'from' | 'to'>[],
): Promise<ReadInputs> {
  const from = Math.min(...stretches.map((stretch) => stretch.from)) - AROUND_MS;
  const to = Math.max(...stretches.map((stretch) => stretch.to)) + AROUND_MS;
  const own = await readMeasured(samples, { stations: stretches.map(({ station }) => station.id), from, to });
  const near = new Map<number, readonly number[]>();
  const breathe = createBreath();
  for (const { station } of stretches) {
    // Tens of thousands may stand around each.
    await breathe();
    near.set(station.id, hasLight(own.get(station.id)) ? [] : peers.of(station));
  }
  const others = [...new Set([...near.values()].flat())].filter((id) => !own.has(id));
  const measured = new Map([...own, ...(await readMeasured(samples, { stations: others, from, to }))]);
  const places = stretches.map(({ station }) => station);
  const told = await weather?.read({ places, from: from - SNOW_LIES_MS, to });
  return { from, to, measured, peers: near, clear: new Map(), weather: told ?? (() => undefined) };
}

/** Whether a sensor says something in nearly every reading of the station; else neighbours may be asked. */
function hasLight(measured: MeasuredColumns | undefined): boolean {
  if (!measured) return false;
  let [power, light] = [0, 0];
  for (let row = 0; row < measured.pv.length; row += 1) {
    if (!Number.isNaN(measured.pv[row]!)) power += 1;
    if (!Number.isNaN(measured.poa[row]!) || !Number.isNaN(measured.ghi[row]!)) light += 1;
  }
  return light > 0 && light >= 0.98 * power;
}

/** What was told of the weather at a station at some times; undefined: nothing. */
export function weatherAt(
  { weather }: Pick<ReadInputs, 'weather'>,
  station: FleetStation,
  times: Float64Array,
): WeatherColumns | undefined {
  const hours = weather(station);
  return hours && hourlyWeather(hours, times, station);
}
