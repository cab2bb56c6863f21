import type { ImportMapping } from '@sunfleet/contract';
import { parseNumber } from '../../platform/tables/parse-number.ts';

const MOST = 20;
/** A short file shows rows without values, too, up to so many in all. */
const LEAST = 6;
/** A row tells enough with this share of what the fullest row has: at night a counter still stands where powers are zero. */
const ENOUGH = 0.75;

/** Rows of a table by which people see what it holds, in their order: those in which the most columns are neither empty nor zero. */
export function tellingRows(
  rows: readonly string[][],
  { header, guess }: { header: readonly string[]; guess: Partial<ImportMapping> },
): string[][] {
  const indexes = valueIndexes(header, guess);
  const counts = rows.map((row) => indexes.filter((index) => hasValue(row[index], guess.decimal)).length);
  const enough = Math.max(1, ENOUGH * Math.max(0, ...counts));
  const places = [...rows.keys()];
  const telling = places.filter((place) => counts[place]! >= enough).slice(0, MOST);
  const others = places.filter((place) => counts[place]! < enough);
  const shown = [...telling, ...others.slice(0, Math.max(0, LEAST - telling.length))];
  return shown.toSorted((a, b) => a - b).map((place) => rows[place]!);
}

/** The columns whose names say what they hold; all but time and device where no name does. */
function valueIndexes(header: readonly string[], guess: Partial<ImportMapping>): number[] {
  const places = new Map(header.map((name, index) => [name, index]));
  const named = guess.columns?.map(({ column }) => places.get(column)!) ?? [];
  if (named.length > 0) return named;
  return [...header.keys()].filter(
    (index) => header[index] !== guess.timeColumn && header[index] !== guess.deviceColumn,
  );
}

function hasValue(cell: string | undefined, decimal: ImportMapping['decimal'] = '.'): boolean {
  const value = parseNumber(cell?.trim() ?? '', decimal);
  return value !== undefined && value !== 0;
}
