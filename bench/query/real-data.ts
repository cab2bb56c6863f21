import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Samples as columns, for filling a store directly. */
export interface SampleColumns {
  devices: number[];
  points: number[];
  /** Epoch milliseconds. */
  times: number[];
  values: number[];
}

const ROOT = path.join(import.meta.dirname, '../..');
const DATA = path.resolve(ROOT, process.env.SUNFLEET_DATA ?? '../shared/data');

/** Rows of a CSV as text fields. */
function rowsOf(file: string): string[][] {
  const text = gunzipSync(readFileSync(file)).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => line.trimEnd().split(','));
}

/** The folder of one measured plant; undefined where the data is absent. */
export function dataFolder(name: 'strings' | 'plant22'): string | undefined {
  const folder = path.join(DATA, name);
  return existsSync(folder) ? folder : undefined;
}

/** Ten inverters with every numeric column that ever holds something but zero, a point each. */
export function readStrings(folder: string): SampleColumns {
  const samples: SampleColumns = { devices: [], points: [], times: [], values: [] };
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'));
  for (const [device, file] of files.toSorted().entries()) {
    const [head = [], ...rows] = rowsOf(path.join(folder, file));
    for (let column = 2; column < head.length; column += 1) {
      const values = rows.map((row) => (row[column] === '' ? Number.NaN : Number(row[column])));
      if (!values.some((value) => Number.isFinite(value) && value !== 0)) continue;
      for (const [index, value] of values.entries()) {
        if (Number.isFinite(value)) add(samples, [device, column, timeOf(rows[index]?.[1] ?? ''), value]);
      }
    }
  }
  return samples;
}

/** 22 inverters with DC and AC power, daily and lifetime energy. */
export function readPlant22(folder: string): SampleColumns {
  const samples: SampleColumns = { devices: [], points: [], times: [], values: [] };
  const [, ...rows] = rowsOf(path.join(folder, 'generation_15min_by_inverter.csv.gz'));
  const names = [...new Set(rows.map((row) => row[1]))];
  for (const row of rows) {
    const time = Date.parse(`${row[0]}:00+05:30`);
    for (const column of [2, 3, 4, 5]) {
      const value = Number(row[column]) / (column === 2 ? 10 : 1);
      if (Number.isFinite(value)) add(samples, [names.indexOf(row[1]), column, time, value]);
    }
  }
  return samples;
}

function add(samples: SampleColumns, [device, point, time, value]: [number, number, number, number]): void {
  samples.devices.push(device + 1);
  samples.points.push(point);
  samples.times.push(time);
  samples.values.push(value);
}

/** `04/05/2025 00:01` (month first) or `2025-04-05 00:01:07`. */
function timeOf(text: string): number {
  const [, month, day, year, clock] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(text) ?? [];
  return Date.parse(year ? `${year}-${month}-${day}T${clock}:00Z` : `${text.replace(' ', 'T')}Z`);
}
