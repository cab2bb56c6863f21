import { setImmediate as nextRound } from 'node:timers/promises';
import type { Language } from '@sunfleet/contract';
import type { z } from 'zod';
import { readValue } from '../../http/validate.ts';
import type { Text } from '../../text.ts';
import { cellText } from './cell-text.ts';
import type { Cell } from './cell.ts';
import { createFindings, type Finding, type Findings, type Tell } from './findings.ts';
import { plainHeading } from './plain-heading.ts';
import type { Table } from './read-table.ts';

/** They take about 5 ms where every cell is wrong. */
const ROWS_AT_ONCE = 25;
/** Letters that take as long: a workbook of 8 kB says in each cell the longest text that is taken, and 25 such rows took a second. */
const LETTERS_AT_ONCE = 100_000;
/** No heading in any language is as long. */
const MOST_OF_TITLE = 200;

/** What a cell says, as the API takes it, or in words what is wrong with it. */
export type CellValue = { value: unknown } | { wrong: string };

/** How a table with headings is read: what its columns are and what makes a record of a row. */
export interface RecordRules<F extends string, R> {
  language: Language;
  text: Text;
  /** Fields by the headings of every language (`plainHeading`). */
  headings: ReadonlyMap<string, F>;
  /** Columns that must be there and filled in, with their names in the reader's language. */
  needed: ReadonlyMap<F, string>;
  /** Undefined where the cell says nothing. */
  valueOf(field: F, cell: Cell | undefined, decimal: '.' | ','): CellValue | undefined;
  /** What a row must fit, by the columns that are there. */
  schema(fields: readonly F[]): z.ZodType<R>;
  /** Other fields at whose column something is told of a field that has none. */
  insteadOf?: (field: F) => readonly F[];
}

export interface ReadRecords<F extends string, R> {
  /** Rows in which nothing is wrong, counted from 0 with the headings. */
  records: { row: number; record: R }[];
  /** Columns that are known, in their order. */
  columns: readonly Column<F>[];
  /** Rows that are not empty, without the headings. */
  rows: number;
  errors: Finding[];
  errorCount: () => number;
  /** Tells what is wrong with a field of a row, where that is found out later. */
  tell: (row: number, field: F, message: string) => void;
}

interface Column<F> {
  /** Place in the row, from 0. */
  at: number;
  field: F;
}

/** Records out of a table with headings, with everything that is wrong told by its cell. Others have their turn between rows. */
export async function readRecords<F extends string, R>(
  { rows, decimal }: Table,
  rules: RecordRules<F, R>,
  found: Findings = createFindings(rows),
): Promise<ReadRecords<F, R>> {
  const columns = readColumns(rows[0] ?? [], rules, found.at(0));
  const fields = columns.map(({ field }) => field);
  const filled = [...rows.entries()].slice(1).filter(([, row]) => row.some((cell) => cellText(cell) !== ''));
  const records: { row: number; record: R }[] = [];
  const readable = [...rules.needed.keys()].every((field) => fields.includes(field));
  const reading = { columns, decimal, rules, schema: rules.schema(fields) };
  let [passed, letters] = [0, 0];
  for (const [at, row] of readable ? filled : []) {
    if (passed === ROWS_AT_ONCE || letters >= LETTERS_AT_ONCE) {
      await nextRound();
      [passed, letters] = [0, 0];
    }
    passed += 1;
    letters += lettersOf(row);
    const record = readRow(row, reading, found.at(at));
    if (record) records.push({ row: at, record: record.data });
  }
  return {
    records,
    columns,
    rows: filled.length,
    errors: found.errors,
    errorCount: found.count,
    tell: (row, field, message) => found.at(row)(placeOf(columns, [field]), message),
  };
}

const lettersOf = (row: readonly Cell[]): number =>
  row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);

/** Which field each column is. A column that is not known, or that is there twice, is told and not left out in silence. */
function readColumns<F extends string, R>(
  titles: readonly Cell[],
  { headings, needed, language, text }: RecordRules<F, R>,
  tell: Tell,
): Column<F>[] {
  const columns: Column<F>[] = [];
  for (const [at, cell] of titles.entries()) {
    const title = cellText(cell);
    if (title === '') continue;
    const field = headings.get(plainHeading(title.slice(0, MOST_OF_TITLE)));
    if (field === undefined) tell(at, text(language, 'import-problems.stationColumnUnknown'));
    else if (columns.some((column) => column.field === field))
      tell(at, text(language, 'import-problems.stationColumnTwice'));
    else columns.push({ at, field });
  }
  for (const [field, column] of needed)
    if (!columns.some((one) => one.field === field))
      tell(titles.length, text(language, 'import-problems.stationColumnMissing', { column }));
  return columns;
}

interface RowReading<F extends string, R> {
  columns: readonly Column<F>[];
  decimal: '.' | ',';
  rules: RecordRules<F, R>;
  schema: z.ZodType<R>;
}

function readRow<F extends string, R>(
  row: readonly Cell[],
  { columns, decimal, rules, schema }: RowReading<F, R>,
  tell: Tell,
): { data: R } | undefined {
  const { language, text, needed, insteadOf } = rules;
  const values: Record<string, unknown> = {};
  const wrong = new Map<F, { at: number; message: string }>();
  for (const { at, field } of columns) {
    const read = rules.valueOf(field, row[at], decimal);
    if (read && 'wrong' in read) wrong.set(field, { at, message: read.wrong });
    else if (read) values[field] = read.value;
  }
  const parsed = readValue(schema, values, { language, text });
  for (const { path, message } of 'issues' in parsed ? parsed.issues : []) {
    const field = String(path[0]) as F;
    if (wrong.has(field)) continue;
    const at = placeOf(columns, [field, ...(insteadOf?.(field) ?? [])]);
    const missing = needed.has(field) && cellText(row[at]) === '';
    wrong.set(field, { at, message: missing ? text(language, 'import-problems.stationCellEmpty') : message });
  }
  for (const { at, message } of [...wrong.values()].toSorted((a, b) => a.at - b.at)) tell(at, message);
  return wrong.size === 0 && 'data' in parsed ? parsed : undefined;
}

/** Where the first of these fields stands; the first column where none does. */
function placeOf<F>(columns: readonly Column<F>[], fields: readonly F[]): number {
  return columns.find(({ field }) => fields.includes(field))?.at ?? 0;
}
