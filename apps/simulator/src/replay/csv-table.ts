import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A table of text with a header; cells are read by column name. */
export interface CsvTable {
  columns: readonly string[];
  rows: readonly CsvRow[];
}

export interface CsvRow {
  /** Text of a cell; empty where the row is short. Throws for a column the table does not have. */
  text(column: string): string;
  /** Number of a cell; undefined where it holds none ("no value" has many spellings). */
  number(column: string): number | undefined;
}

/** Reads a CSV file without quotes, plain or gzip, UTF-8 with or without a mark. */
export function readCsv(file: string, separator = ','): CsvTable {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = header.split(separator);
  const indexOf = new Map(columns.map((column, index) => [column, index]));
  return { columns, rows: lines.map((line) => rowOf(line.split(separator), indexOf, file)) };
}

function rowOf(cells: readonly string[], indexOf: ReadonlyMap<string, number>, file: string): CsvRow {
  const text = (column: string): string => {
    const index = indexOf.get(column);
    if (index === undefined) throw new Error(`${file} has no column ${column}`);
    return cells[index] ?? '';
  };
  return {
    text,
    number(column) {
      const cell = text(column).trim();
      const value = Number(cell);
      return cell === '' || !Number.isFinite(value) ? undefined : value;
    },
  };
}

/** Values by point key from columns of a row: `[key, column, factor]`; what holds no number is left out. */
export function valuesOf(
  row: CsvRow,
  map: readonly (readonly [key: string, column: string, factor?: number])[],
): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [key, column, factor = 1] of map) {
    const value = row.number(column);
    if (value !== undefined) values[key] = factor === 1 ? value : Number((value * factor).toPrecision(12));
  }
  return values;
}

/** Clock text `2020-05-15T01:00`, `2020-05-15 01:00:00` or with an offset behind, as if it were UTC; undefined for other text. */
export function wallOf(text: string): number | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?/.exec(text);
  const wall = found ? Date.parse(`${found[1]}T${found[2]}${found[3] ?? ':00'}Z`) : Number.NaN;
  return Number.isNaN(wall) ? undefined : wall;
}
