import { type Language, simInput } from '@sunfleet/contract';
import type { z } from 'zod';
import { cellText, unquoted } from '../../platform/tables/read/cell-text.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { dayCell } from '../../platform/tables/read/day-cell.ts';
import { MOST_SHOWN } from '../../platform/tables/read/findings.ts';
import { readFigure } from '../../platform/tables/read/read-figure.ts';
import { type CellValue, type ReadRecords, readRecords } from '../../platform/tables/read/read-records.ts';
import type { Table } from '../../platform/tables/read/read-table.ts';
import type { Text } from '../../platform/text.ts';
import type { SimColumn, SimWords } from './import-fields.ts';

/** Only what the table has columns for. */
type ReadSim = Partial<z.infer<typeof simInput>> & { iccid: string };

export type ReadSims = ReadRecords<SimColumn, ReadSim>;

interface Reading {
  words: SimWords;
  language: Language;
  text: Text;
}

/** Cards out of a table with headings, with everything that is wrong told by its cell. */
export async function readSimTable(table: Table, reading: Reading): Promise<ReadSims> {
  const { words, language, text } = reading;
  const read = await readRecords<SimColumn, ReadSim>(table, {
    language,
    text,
    headings: words.columns,
    needed: new Map([['iccid', text(language, 'sims.column.iccid')]]),
    valueOf: (field, cell, decimal) => readCell(cell, { field, decimal, reading }),
    schema: (fields) =>
      simInput.pick(Object.fromEntries(fields.map((field) => [field, true as const])) as { iccid: true }),
  });
  const firstRow = new Map<string, number>();
  for (const { row, record } of read.records) {
    const first = firstRow.get(record.iccid);
    if (first === undefined) firstRow.set(record.iccid, row + 1);
    else read.tell(row, 'iccid', text(language, 'import-problems.sim.twice', { row: first }));
  }
  return read;
}

const WRONG: Partial<Record<SimColumn, string>> = {
  iccid: 'rounded',
  status: 'status',
  autoRenew: 'truth',
  cycleEnd: 'day',
  expiresOn: 'day',
};

interface CellReading {
  field: SimColumn;
  decimal: '.' | ',';
  reading: Reading;
}

/** The value of a cell as the API takes it: a column that is there empties what it leaves empty. */
function readCell(cell: Cell | undefined, { field, decimal, reading }: CellReading): CellValue {
  const value = valueOf(cell, { field, decimal, words: reading.words });
  if (value !== undefined) return { value };
  const { language, text } = reading;
  const shown = cellText(cell).slice(0, MOST_SHOWN);
  return { wrong: text(language, `import-problems.sim.${WRONG[field] ?? 'number'}`, { text: shown }) };
}

function valueOf(
  cell: Cell | undefined,
  { field, decimal, words }: { field: SimColumn; decimal: '.' | ','; words: SimWords },
): unknown {
  const text = unquoted(cellText(cell));
  if (field === 'status') return text === '' ? 'ready' : words.statuses.get(text.toLowerCase());
  if (field === 'autoRenew') return text === '' ? false : words.truths.get(text.toLowerCase());
  if (field === 'usedMb' || field === 'volumeMb') {
    if (text === '') return null;
    return typeof cell === 'number' ? cell : readFigure(text, decimal);
  }
  if (field === 'cycleEnd' || field === 'expiresOn') return text === '' ? null : dayCell(cell);
  // A number of twenty digits that a spreadsheet rounded is none any more.
  if (field === 'iccid') return typeof cell === 'number' && cell > Number.MAX_SAFE_INTEGER ? undefined : text;
  return text;
}
