import type { ImportMapping } from '@sunfleet/contract';
import { LIMITS } from '@sunfleet/contract/limits';
import { parseNumber } from '../../../platform/tables/parse-number.ts';
import type { Encoding } from '../reading/decode-text.ts';
import { guessColumns, guessDeviceColumn } from './guess-columns.ts';
import { guessDecimal } from '../../../platform/tables/guess-text.ts';
import { guessTime } from './guess-time.ts';

/** Texts that loggers write where there is no value. */
const NULL_TEXT =
  /^(?:na|n\/a|#n\/a|nan|null|none|nil|-+|–|\?|inf|void|no ?data|no ?value|invalid|bad|missing|-9{3,}(?:\.0+)?)$/i;

export interface Layout {
  encoding: Encoding;
  delimiter: ImportMapping['delimiter'];
  header: readonly string[];
  /** Rows from the beginning and the end of the file. */
  rows: readonly (readonly string[])[];
}

/** As much of a mapping as a file tells by itself. What it does not tell is left out. */
export function guessMapping({ encoding, delimiter, header, rows }: Layout): Partial<ImportMapping> {
  const whole = rows.filter((row) => row.length >= header.length - 1);
  const time = guessTime(whole, header.length);
  const timeColumn = time && usable(header[time.column]!);
  const deviceColumn = usable(guessDeviceColumn(header, whole));
  const columns = guessColumns(
    header,
    new Set([timeColumn, deviceColumn].filter((name) => name !== undefined)),
  );
  const decimal = guessDecimal(whole);
  const places = new Map(header.map((name, index) => [name, index]));
  const nullTexts = guessNullTexts(
    whole,
    columns.map(({ column }) => places.get(column)!),
    decimal,
  );
  return {
    encoding,
    delimiter,
    decimal,
    ...(time && timeColumn !== undefined ? { timeColumn, timeFormat: time.format } : {}),
    ...(time?.timeZone ? { timeZone: time.timeZone } : {}),
    ...(deviceColumn === undefined ? {} : { deviceColumn }),
    ...(columns.length > 0 ? { columns } : {}),
    ...(nullTexts.length > 0 ? { nullTexts } : {}),
  };
}

/** The name of a column, unless it is too long for a mapping. */
function usable(name: string | undefined): string | undefined {
  return name === undefined || name.length > LIMITS.importColumnName ? undefined : name;
}

/** More texts than these, or longer ones, nobody writes for "no value". */
const MOST_NULL_TEXTS = 20;
const LONGEST_NULL_TEXT = 40;

function guessNullTexts(rows: Layout['rows'], indexes: readonly number[], decimal: '.' | ','): string[] {
  const texts = new Set<string>();
  for (const row of rows) {
    for (const index of indexes) {
      const cell = row[index]?.trim() ?? '';
      if (cell.length > LONGEST_NULL_TEXT) continue;
      const number = parseNumber(cell, decimal);
      if (NULL_TEXT.test(cell) && (number === undefined || number <= -999)) texts.add(cell);
    }
  }
  return [...texts].slice(0, MOST_NULL_TEXTS);
}
