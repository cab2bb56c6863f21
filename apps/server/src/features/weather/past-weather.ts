import type { HourlyWeather } from '@sunfleet/analysis';
import { columnBytes } from '../../platform/clickhouse/native-block.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Weather } from './create-weather.ts';
import { cellOf, type KeptHours, type WeatherCell, type WeatherPlace } from './kept-hours.ts';

const HOUR_MS = 3_600_000;
/** Cells that are asked for at the same time. */
const AT_ONCE = 4;

/** Weather of a cell by hours in a row, NaN where nothing was told. */
export interface CellHours extends HourlyWeather {
  /** WMO code; 255: not told. */
  sky: Uint8Array;
}

/** What was told of a place in the time that was read; undefined: nothing. */
export type WeatherOf = (place: WeatherCell) => CellHours | undefined;

/** What a weather service told of the past, kept for as long as powers are. */
export interface PastWeather {
  /** Asks for what is new of the cells of places and keeps the hours that are over and the one that runs. */
  refresh(places: Iterable<WeatherPlace>, signal: AbortSignal): Promise<void>;
  /** Reads what was kept of places over [from, to], epoch milliseconds. */
  read(query: { places: readonly WeatherCell[]; from: number; to: number }): Promise<WeatherOf>;
}

type Parts = Pick<Platform, 'config' | 'samples' | 'clock'> & { weather: Weather };

export function createPastWeather({ config, samples, clock, weather }: Parts): PastWeather {
  return {
    async refresh(places, signal) {
      if (!config.weather) return;
      const cells = [...cellsOf(places).values()];
      for (let at = 0; at < cells.length && !signal.aborted; at += AT_ONCE) {
        if (weather.isSilent()) return;
        const some = cells.slice(at, at + AT_ONCE);
        const told = await Promise.all(some.map((cell) => weather.at(cell)));
        await write(
          samples,
          some.flatMap((cell, place) => (told[place] ? [{ cell, kept: told[place] }] : [])),
          clock.now(),
        );
      }
    },
    async read({ places, from, to }) {
      const cells = cellsOf(places);
      const found = new Map<string, CellHours>();
      if (cells.size === 0) return () => undefined;
      const first = Math.floor(from / HOUR_MS) * HOUR_MS;
      const length = Math.ceil((to - first) / HOUR_MS) + 1;
      const tuples = [...cells.values()].map((cell) => `(${tenths(cell).join(',')})`).join(',');
      const columns = await samples.columns(
        `SELECT latitude, longitude, toUnixTimestamp(hour) AS t, ghi, dni, dhi, air, wind, sky FROM weather_hours FINAL
         WHERE (latitude, longitude) IN (${tuples}) AND hour >= toDateTime({from:UInt32}, 'UTC')
           AND hour < toDateTime({to:UInt32}, 'UTC')`,
        { from: first / 1000, to: (first + length * HOUR_MS) / 1000 },
      );
      for (const [row, latitude] of (columns.latitude ?? []).entries()) {
        const key = `${Number(latitude)} ${Number(columns.longitude![row])}`;
        const of = found.get(key) ?? emptyHours(first, length);
        found.set(key, of);
        const place = (Number(columns.t![row]) * 1000 - first) / HOUR_MS;
        const value = (name: string) => numberOf(columns[name]![row]);
        of.ghi[place] = value('ghi');
        of.dni[place] = value('dni');
        of.dhi[place] = value('dhi');
        of.temperature[place] = value('air');
        of.windSpeed[place] = value('wind');
        of.sky[place] = value('sky');
      }
      return (place) => found.get(tenths(cellOf(place)).join(' '));
    },
  };
}

const numberOf = (value: number | string | null | undefined): number =>
  typeof value === 'number' ? value : NaN;

const tenths = ({ latitude, longitude }: WeatherCell): [number, number] => [
  Math.round(latitude * 10),
  Math.round(longitude * 10),
];

function cellsOf(places: Iterable<WeatherPlace>): Map<string, WeatherPlace> {
  const cells = new Map<string, WeatherPlace>();
  for (const place of places) {
    const cell = cellOf(place);
    cells.set(tenths(cell).join(' '), place.id === undefined ? cell : { ...cell, id: place.id });
  }
  return cells;
}

function emptyHours(first: number, length: number): CellHours {
  const column = () => new Float64Array(length).fill(NaN);
  return {
    first,
    ghi: column(),
    dni: column(),
    dhi: column(),
    temperature: column(),
    windSpeed: column(),
    sky: new Uint8Array(length).fill(255),
  };
}

/** Hours that lie in the past or run; what a later answer says of them replaces this. */
async function write(
  samples: Platform['samples'],
  answers: readonly { cell: WeatherCell; kept: KeptHours }[],
  now: number,
): Promise<void> {
  const told = answers.flatMap(({ cell, kept: { hours, askedAt } }) =>
    hours.times.flatMap((time, place) =>
      time < now + HOUR_MS && hours.ghi[place] !== null ? [{ cell, hours, askedAt, time, place }] : [],
    ),
  );
  if (told.length === 0) return;
  const float = (name: 'ghi' | 'dni' | 'dhi' | 'tempAir' | 'windSpeed') =>
    Float32Array.from(told, ({ hours, place }) => hours[name][place] ?? NaN);
  const column = (name: string, type: string, array: Parameters<typeof columnBytes>[0]) => ({
    name,
    type,
    bytes: columnBytes(array, told.length),
  });
  await samples.insertNative('weather_hours', {
    rows: told.length,
    columns: [
      column(
        'latitude',
        'Int16',
        Int16Array.from(told, ({ cell }) => tenths(cell)[0]),
      ),
      column(
        'longitude',
        'Int16',
        Int16Array.from(told, ({ cell }) => tenths(cell)[1]),
      ),
      column(
        'hour',
        "DateTime('UTC')",
        Uint32Array.from(told, ({ time }) => time / 1000),
      ),
      column('ghi', 'Float32', float('ghi')),
      column('dni', 'Float32', float('dni')),
      column('dhi', 'Float32', float('dhi')),
      column('air', 'Float32', float('tempAir')),
      column('wind', 'Float32', float('windSpeed')),
      column(
        'sky',
        'UInt8',
        Uint8Array.from(told, ({ hours, place }) => hours.weatherCode[place] ?? 255),
      ),
      column(
        'version',
        'UInt64',
        BigUint64Array.from(told, ({ askedAt }) => BigInt(askedAt)),
      ),
    ],
  });
}
