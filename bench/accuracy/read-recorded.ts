import { clearPower, instantOfWall, median, skyColumns, type PvStation } from '@sunfleet/analysis';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { columnsOf, type Recorded } from './recorded.ts';

const MINUTE = 60_000;

function tableOf(file: string, separator = ','): Map<string, string>[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = head.split(separator);
  return lines.map((line) => {
    const cells = line.split(separator);
    return new Map(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

const numberIn = (row: Map<string, string>, name: string): number => {
  const text = row.get(name)?.trim() ?? '';
  return text === '' ? NaN : Number(text);
};

/** Two roofs of 49.14 kWp, 10 minutes, with sensors on both planes and on the horizontal. */
function readEnerpos(folder: string): Recorded {
  const weather = new Map(
    tableOf(path.join(folder, 'Meteo_Terre_Sainte_01-15-10-2022.txt')).map((row) => [
      row.get('datetime'),
      row,
    ]),
  );
  const NAMES = ['actual', 'poa', 'ghi', 'temperature', 'windSpeed'] as const;
  const rows = tableOf(path.join(folder, 'PV_ENERPOS_01-15-10-2022_bis.txt')).map((row) => {
    const label = row.get('datetime')!;
    const of = weather.get(label);
    const air = (name: string) => (of ? numberIn(of, name) : NaN);
    return {
      // A row is named by the end of its ten minutes.
      time: Date.parse(label.replace(' ', 'T')) - 5 * MINUTE,
      actual: [1, 2, 3, 4].reduce((sum, one) => sum + numberIn(row, `Inv${one}_AC`), 0),
      poa: (18.9 * numberIn(row, 'POA_NE') + 30.24 * numberIn(row, 'POA_SW')) / 49.14,
      ghi: air('GHI'),
      temperature: air('DBT'),
      windSpeed: air('Ws10'),
    };
  });
  const { times, actual, ...light } = columnsOf(rows, NAMES, 10 * MINUTE);
  const roof = { tilt: 9, mounting: 'openRackGlassPolymer' as const };
  return {
    name: 'enerpos',
    assumed: '',
    isRated: true,
    station: {
      site: { latitude: -21.333, longitude: 55.483, altitude: 75 },
      arrays: [
        { ...roof, dcPower: 18_900, azimuth: 14 },
        { ...roof, dcPower: 30_240, azimuth: 194 },
      ],
      acPower: 50_000,
    },
    zone: 'Indian/Reunion',
    stepMs: 10 * MINUTE,
    times,
    actual,
    light,
    sources: ['poa', 'ghi', 'clearSky'],
    first: 10,
    block: 5,
  };
}

/** The power of the same plant over two years without any weather, 10 minutes. */
function readEnerposYears(folder: string): Recorded {
  const rows = tableOf(path.join(folder, 'Prod_ENERPOS_Sunzil.txt.gz'), ';').flatMap((row) => {
    const [, day, month, year, clock] = /^(\d+)\/(\d+)\/(\d+) (\d+:\d+)/.exec(row.get('date') ?? '') ?? [];
    if (clock === undefined) return [];
    const watts = row.get('pv_power_W')?.trim() ?? '';
    return [
      {
        time:
          Date.parse(
            `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}T${clock.padStart(5, '0')}:00+04:00`,
          ) -
          5 * MINUTE,
        actual: watts === '' ? NaN : Number(watts.replace(',', '.')),
      },
    ];
  });
  const { station, zone } = readEnerpos(folder);
  const { times, actual } = columnsOf(rows, ['actual'], 10 * MINUTE);
  const clear = clearPower(station, skyColumns(times, station.site));
  // Nights are left empty in the file.
  const whole = actual.map((watts, row) => (Number.isNaN(watts) && clear[row] === 0 ? 0 : watts));
  return {
    name: 'enerpos, two years',
    assumed: 'nights, which are empty in the file, are 0',
    isRated: true,
    station,
    zone,
    stepMs: 10 * MINUTE,
    times,
    actual: whole,
    light: {},
    sources: ['clearSky'],
    first: 60,
    block: 30,
  };
}

/** 22 central inverters in India, 15 minutes, 34 days, with a sensor on the plane. */
function readPlant22(folder: string): Recorded {
  const at = (text: string) => Date.parse(`${text.slice(0, 16).replace(' ', 'T')}:00+05:30`);
  const powers = new Map<number, { sum: number; n: number }>();
  for (const row of tableOf(path.join(folder, 'generation_15min_by_inverter.csv.gz'))) {
    const time = at(row.get('local_time')!);
    const known = powers.get(time) ?? { sum: 0, n: 0 };
    powers.set(time, { sum: known.sum + 1000 * numberIn(row, 'ac_power_kw'), n: known.n + 1 });
  }
  const rows = tableOf(path.join(folder, 'weather_15min.csv.gz')).map((row) => {
    const time = at(row.get('DATE_TIME')!);
    const known = powers.get(time);
    return {
      time,
      actual: known && known.n === 22 ? known.sum : NaN,
      poa: 1000 * numberIn(row, 'IRRADIATION'),
      temperature: numberIn(row, 'AMBIENT_TEMPERATURE'),
    };
  });
  const { times, actual, ...light } = columnsOf(rows, ['actual', 'poa', 'temperature'], 15 * MINUTE);
  return {
    name: 'plant22',
    assumed: 'place (14.8 N, 78.3 E), tilt 12°, 32 MWp',
    isRated: false,
    station: {
      site: { latitude: 14.8, longitude: 78.3, altitude: 250 },
      arrays: [{ dcPower: 32e6, tilt: 12, azimuth: 180 }],
      acPower: 30.8e6,
    },
    zone: 'Asia/Kolkata',
    stepMs: 15 * MINUTE,
    times,
    actual,
    light,
    sources: ['poa', 'clearSky'],
    first: 22,
    block: 12,
  };
}

/** Ten inverters of one place without a sensor, two days: each is expected by the others. */
function readStrings(folder: string): Recorded {
  const files = readdirSync(folder)
    .filter((name) => /^inverter_\d+\.csv\.gz$/.test(name))
    .toSorted();
  const all = files.map((name) =>
    columnsOf(
      tableOf(path.join(folder, name)).flatMap((row) => {
        // One file has its days as month/day/year.
        const text = (row.get('Time') ?? '').replace(/^(\d+)\/(\d+)\/(\d+)/, '$3-$1-$2');
        const time = Date.parse(`${text.slice(0, 16).replace(' ', 'T')}:00+08:00`);
        return Number.isNaN(time) ? [] : [{ time, actual: numberIn(row, 'Pac(W)') }];
      }),
      ['actual'],
      5 * MINUTE,
    ),
  );
  const { times } = all.reduce((one, other) => (other.times.length > one.times.length ? other : one));
  const powerAt = (of: (typeof all)[number], time: number) =>
    of.actual[Math.round((time - of.times[0]!) / (5 * MINUTE))] ?? NaN;
  const station: PvStation = {
    site: { latitude: 31.8, longitude: 117.2, altitude: 30 },
    arrays: [{ dcPower: 100_000, tilt: 10, azimuth: 180 }],
  };
  const clear = clearPower(station, skyColumns(times, station.site));
  const peers = times.map((time, row) =>
    clear[row]! > 1000 ? median(all.slice(1, 8).map((of) => powerAt(of, time) / clear[row]!)) : NaN,
  );
  return {
    name: 'strings (inverter 1 by seven others)',
    assumed: 'place (31.8 N, 117.2 E), tilt 10°, 100 kWp each',
    isRated: false,
    station,
    zone: 'Asia/Shanghai',
    stepMs: 5 * MINUTE,
    times,
    actual: times.map((time) => powerAt(all[0]!, time)),
    light: { peers },
    sources: ['peers'],
    first: 1,
    block: 1,
  };
}

/** Two plants of a year, hours of daylight, with a sensor on the plane. */
function readPvops(folder: string): Recorded[] {
  const table = tableOf(path.join(folder, 'example_prod_with_covariates.csv'));
  const HOUR = 60 * MINUTE;
  return ['R10', 'R15'].map((id) => {
    const rows = table.flatMap((row) =>
      row.get('randid') === id
        ? [
            {
              time: instantOfWall(Date.parse(`${row.get('date')!.replace(' ', 'T')}Z`), 'America/New_York'),
              actual: 1000 * numberIn(row, 'generated_kW'),
              poa: numberIn(row, 'irrad_poa_Wm2'),
              told: 1000 * numberIn(row, 'expected_kW'),
              temperature: numberIn(row, 'temp_amb_C'),
              windSpeed: numberIn(row, 'wind_speed_ms'),
            },
          ]
        : [],
    );
    const NAMES = ['actual', 'poa', 'told', 'temperature', 'windSpeed'] as const;
    const { times, actual, told, ...light } = columnsOf(rows, NAMES, HOUR);
    const bright = rows.filter(({ poa }) => poa > 600);
    // The file has an expectation of its own, a line through the light.
    const dcPower = Math.round(median(bright.map((row) => (1000 * row.told) / row.poa)) / 1e5) * 1e5;
    const most = Math.max(...rows.map((row) => (Number.isNaN(row.actual) ? 0 : row.actual)));
    return {
      name: `pvops ${id}`,
      assumed: `place (35 N, 87.5 W), ${dcPower / 1e6} MWp and ${Math.round(most / 1e5) / 10} MW AC by its own columns`,
      isRated: false,
      station: {
        site: { latitude: 35, longitude: -87.5, altitude: 200 },
        arrays: [{ dcPower, tilt: id === 'R10' ? 0 : 20, azimuth: 180 }],
        acPower: most,
      },
      zone: 'America/New_York',
      stepMs: HOUR,
      times,
      actual,
      light,
      told,
      sources: ['poa'] as const,
      first: 60,
      block: 30,
    };
  });
}

const READERS = {
  enerpos: (folder: string) => [readEnerpos(folder), readEnerposYears(folder)],
  plant22: (folder: string) => [readPlant22(folder)],
  strings: (folder: string) => [readStrings(folder)],
  pvops: readPvops,
};

/** The measured plants that are there, and the names of those that are not. */
export function readRecorded(data: string): { plants: Recorded[]; skipped: string[] } {
  const names = Object.keys(READERS) as (keyof typeof READERS)[];
  const there = names.filter((name) => existsSync(path.join(data, name)));
  return {
    plants: there.flatMap((name) => READERS[name](path.join(data, name))),
    skipped: names.filter((name) => !there.includes(name)),
  };
}
