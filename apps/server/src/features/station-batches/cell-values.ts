import type { StationField } from '@sunfleet/contract';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { cellText, unquoted } from '../../platform/tables/read/cell-text.ts';
import { readFigure } from '../../platform/tables/read/read-figure.ts';

/** What a cell says, as the API takes it, or why it says nothing: a key of the texts `import-problems`. */
export type CellValue = { value: unknown } | { problem: 'number' | 'day' | 'choice' | 'country' };

const NUMBERS: ReadonlySet<StationField> = new Set([
  'capacityKw',
  'batteryKwh',
  'latitude',
  'longitude',
  'elevation',
  'tilt',
  'azimuth',
  'priceBuy',
  'priceFeedIn',
]);
const DAYS: ReadonlySet<StationField> = new Set(['firstPowerOn', 'gridConnectedOn', 'installedOn']);

/** Words that stand for a value, in small letters, whichever language they are of. */
export interface Vocabulary {
  type: ReadonlyMap<string, string>;
  gridType: ReadonlyMap<string, string>;
  country: ReadonlyMap<string, string>;
}

/** Reads a cell as the value of a field; undefined where it is empty. */
export function cellValue(
  field: StationField,
  cell: Cell | undefined,
  { words, decimal }: { words: Vocabulary; decimal: '.' | ',' },
): CellValue | undefined {
  const text = cellText(cell);
  if (text === '') return undefined;
  if (NUMBERS.has(field)) {
    const figure = typeof cell === 'number' ? cell : readFigure(text, decimal);
    return figure === undefined ? { problem: 'number' } : { value: figure };
  }
  if (DAYS.has(field))
    return cell instanceof Date || /^\d{4}-\d{2}-\d{2}$/.test(text) ? { value: text } : { problem: 'day' };
  if (field === 'type' || field === 'gridType' || field === 'country') {
    const known = words[field].get(text.toLowerCase());
    if (known !== undefined) return { value: known };
    return { problem: field === 'country' ? 'country' : 'choice' };
  }
  if (field === 'currency') return { value: text.toUpperCase() };
  return { value: unquoted(text) };
}
