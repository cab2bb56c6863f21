import type { Language, StationField } from '@sunfleet/contract';
import type { Text } from '../../platform/text.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { cellText, unquoted } from '../../platform/tables/read/cell-text.ts';
import { dayCell } from '../../platform/tables/read/day-cell.ts';
import { MOST_SHOWN } from '../../platform/tables/read/findings.ts';
import { readFigure } from '../../platform/tables/read/read-figure.ts';
import type { CellValue } from '../../platform/tables/read/read-records.ts';

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

interface Reading {
  words: Vocabulary;
  decimal: '.' | ',';
  language: Language;
  text: Text;
}

/** Reads a cell as the value of a field; undefined where it is empty. */
export function cellValue(
  field: StationField,
  cell: Cell | undefined,
  { words, decimal, language, text }: Reading,
): CellValue | undefined {
  const shown = cellText(cell);
  if (shown === '') return undefined;
  const wrong = (problem: string): CellValue => ({
    wrong: text(language, `import-problems.${problem}`, { text: shown.slice(0, MOST_SHOWN) }),
  });
  if (NUMBERS.has(field)) {
    const figure = typeof cell === 'number' ? cell : readFigure(shown, decimal);
    return figure === undefined ? wrong('number') : { value: figure };
  }
  if (DAYS.has(field)) {
    const day = dayCell(cell);
    return day === undefined ? wrong('stationDay') : { value: day };
  }
  if (field === 'type' || field === 'gridType' || field === 'country') {
    const known = words[field].get(shown.toLowerCase());
    if (known !== undefined) return { value: known };
    return wrong(field === 'country' ? 'stationCountry' : 'stationChoice');
  }
  if (field === 'currency') return { value: shown.toUpperCase() };
  return { value: unquoted(shown) };
}
