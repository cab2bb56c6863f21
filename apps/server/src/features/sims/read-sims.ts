import { setImmediate as nextRound } from 'node:timers/promises';
import { type Language, simInput } from '@sunfleet/contract';
import type { z } from 'zod';
import { readValue } from '../../platform/http/validate.ts';
import { cellText, unquoted } from '../../platform/tables/read/cell-text.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { createFindings, type Finding, MOST_SHOWN, type Tell } from '../../platform/tables/read/findings.ts';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { readFigure } from '../../platform/tables/read/read-figure.ts';
import type { Table } from '../../platform/tables/read/read-table.ts';
import type { Text } from '../../platform/text.ts';
import type { SimColumn, SimWords } from './import-fields.ts';

/** Rows between which others have their turn. */
const ROWS_AT_ONCE = 100;

export type ReadSim = Partial<z.infer<typeof simInput>> & { iccid: string };

export interface ReadSims {
  /** Only what the table has columns for. */
  sims: { row: number; sim: ReadSim }[];
  columns: readonly SimColumn[];
  rows: number;
  errors: Finding[];
  errorCount: () => number;
  /** Tells what is wrong with a field of a row, where that is found out later. */
  tell: (row: number, field: SimColumn, message: string) => void;
}

interface Reading {
  words: SimWords;
  language: Language;
  text: Text;
}

interface Column {
  at: number;
  field: SimColumn;
}

/** Cards out of a table with headings, with everything that is wrong told by its cell. */
export async function readSimTable({ rows, decimal }: Table, reading: Reading): Promise<ReadSims> {
  const found = createFindings(rows);
  const columns = readColumns(rows[0] ?? [], reading, found.at(0));
  const sims: ReadSims['sims'] = [];
  const lines = rows.slice(1).map((row, index) => ({ row, index: index + 1 }));
  const filled = lines.filter(({ row }) => row.some((cell) => cellText(cell) !== ''));
  const firstRow = new Map<string, number>();
  for (const [count, { row, index }] of columns.some(({ field }) => field === 'iccid')
    ? filled.entries()
    : []) {
    if (count % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextRound();
    const sim = readRow(row, { columns, decimal, reading, tell: found.at(index) });
    if (!sim) continue;
    const first = firstRow.get(sim.iccid);
    if (first === undefined) firstRow.set(sim.iccid, index + 1);
    else found.at(index)(placeOf(columns, 'iccid'), say(reading, 'twice', { row: first }));
    sims.push({ row: index, sim });
  }
  return {
    sims,
    columns: columns.map(({ field }) => field),
    rows: filled.length,
    errors: found.errors,
    errorCount: found.count,
    tell: (row, field, message) => found.at(row)(placeOf(columns, field), message),
  };
}

const say = ({ text, language }: Reading, key: string, values: Record<string, string | number> = {}) =>
  text(language, `import-problems.sim.${key}`, values);

const placeOf = (columns: readonly Column[], field: SimColumn) =>
  columns.find((column) => column.field === field)?.at ?? 0;

/** Which field each column is; one that is not known, or there twice, is told and not left out in silence. */
function readColumns(titles: readonly Cell[], reading: Reading, tell: Tell): Column[] {
  const { text, language, words } = reading;
  const columns: Column[] = [];
  for (const [at, cell] of titles.entries()) {
    const title = cellText(cell);
    if (title === '') continue;
    const field = words.columns.get(plainHeading(title));
    if (!field) tell(at, text(language, 'import-problems.stationColumnUnknown'));
    else if (columns.some((column) => column.field === field))
      tell(at, text(language, 'import-problems.stationColumnTwice'));
    else columns.push({ at, field });
  }
  if (!columns.some(({ field }) => field === 'iccid'))
    tell(
      titles.length,
      text(language, 'import-problems.stationColumnMissing', { column: text(language, 'sims.column.iccid') }),
    );
  return columns;
}

interface RowReading {
  columns: readonly Column[];
  decimal: '.' | ',';
  reading: Reading;
  tell: Tell;
}

function readRow(row: readonly Cell[], { columns, decimal, reading, tell }: RowReading): ReadSim | undefined {
  const { language, text, words } = reading;
  const values: Record<string, unknown> = {};
  const wrong = new Map<SimColumn, string>();
  for (const { at, field } of columns) {
    const shown = cellText(row[at]);
    const read = readCell(row[at], { field, words, decimal });
    if (read !== undefined) values[field] = read;
    else wrong.set(field, say(reading, WRONG[field] ?? 'number', { text: shown.slice(0, MOST_SHOWN) }));
  }
  const named = Object.fromEntries(columns.map(({ field }) => [field, true as const]));
  const parsed = readValue(simInput.pick(named as { iccid: true }), values, { language, text });
  for (const { path, message } of 'issues' in parsed ? parsed.issues : []) {
    const field = String(path[0]) as SimColumn;
    if (!wrong.has(field)) wrong.set(field, message);
  }
  for (const { at, field } of columns) if (wrong.has(field)) tell(at, wrong.get(field)!);
  return wrong.size === 0 && 'data' in parsed ? (parsed.data as ReadSim) : undefined;
}

const WRONG: Partial<Record<SimColumn, string>> = {
  iccid: 'rounded',
  status: 'status',
  autoRenew: 'truth',
  cycleEnd: 'day',
  expiresOn: 'day',
};

/** The value of a cell as the API takes it; undefined: it is none. */
function readCell(
  cell: Cell | undefined,
  { field, words, decimal }: { field: SimColumn; words: SimWords; decimal: '.' | ',' },
): unknown {
  const text = unquoted(cellText(cell));
  if (field === 'status') return text === '' ? 'ready' : words.statuses.get(text.toLowerCase());
  if (field === 'autoRenew') return text === '' ? false : words.truths.get(text.toLowerCase());
  if (field === 'usedMb' || field === 'volumeMb') {
    if (text === '') return null;
    return typeof cell === 'number' ? cell : readFigure(text, decimal);
  }
  if (field === 'cycleEnd' || field === 'expiresOn')
    return text === '' ? null : /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  // A number of twenty digits that a spreadsheet rounded is none any more.
  if (field === 'iccid') return typeof cell === 'number' && cell > Number.MAX_SAFE_INTEGER ? undefined : text;
  return text;
}
