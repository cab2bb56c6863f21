import { type Language, tableDevice, type TableDevice } from '@sunfleet/contract';
import { cellText, unquoted } from '../../platform/tables/read/cell-text.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { dayCell } from '../../platform/tables/read/day-cell.ts';
import { type Findings, MOST_SHOWN } from '../../platform/tables/read/findings.ts';
import { readFigure } from '../../platform/tables/read/read-figure.ts';
import { type CellValue, readRecords } from '../../platform/tables/read/read-records.ts';
import type { Table } from '../../platform/tables/read/read-table.ts';
import type { Text } from '../../platform/text.ts';
import { type DeviceColumn, type DeviceWords, headingIn, NEEDED_COLUMNS } from './device-columns.ts';

/** A row of a table of devices. */
export interface ReadRow {
  /** As spreadsheets count, the headings in row 1. */
  row: number;
  sn: string;
  /** Name of its station. */
  station: string;
  /** Null where a cell is wrong. */
  device: TableDevice | null;
  /** What is wrong, by the headings of its cells; empty where nothing is. */
  message: string;
}

interface Reading {
  words: DeviceWords;
  language: Language;
  text: Text;
}

/** Devices out of a table with headings, each row with what is wrong in it. What is wrong with the headings stands in row 1. */
export async function readDevices(table: Table, reading: Reading): Promise<ReadRow[]> {
  const { words, language, text } = reading;
  const found = rowFindings(table.rows);
  const read = await readRecords<DeviceColumn, TableDevice>(
    table,
    {
      language,
      text,
      headings: words.headings,
      needed: new Map(NEEDED_COLUMNS.map((column) => [column, headingIn(text, language, column)])),
      valueOf: (column, cell, decimal) => readCell(cell, { column, decimal, reading }),
      schema: () => tableDevice,
    },
    found,
  );
  const seen = new Map<string, number>();
  const devices = new Map<number, TableDevice>();
  for (const { row, record } of read.records) {
    devices.set(row, record);
    if (record.meterRole && record.kind !== 'meter')
      read.tell(row, 'meterRole', text(language, 'rules.meterRoleInvalid'));
    const first = seen.get(record.sn.toLowerCase());
    if (first === undefined) seen.set(record.sn.toLowerCase(), row);
    else read.tell(row, 'sn', text(language, 'devices.serials.states.duplicate'));
  }
  const at = (field: DeviceColumn) => read.columns.find((column) => column.field === field)?.at ?? -1;
  const [sn, station] = [at('sn'), at('station')];
  return [...table.rows.entries()].flatMap(([row, cells]) => {
    const message = found.of(row);
    if (row === 0 ? message === '' : cells.every((cell) => cellText(cell) === '')) return [];
    const shown = (column: number) => (row === 0 ? '' : cellText(cells[column]).slice(0, MOST_SHOWN));
    const device = message === '' ? (devices.get(row) ?? null) : null;
    return [{ row: row + 1, sn: shown(sn), station: shown(station), device, message }];
  });
}

/** What is wrong by row, because each row of a table of devices is for itself. */
function rowFindings(rows: readonly (readonly Cell[])[]): Findings & { of: (row: number) => string } {
  const told = new Map<number, string[]>();
  let count = 0;
  return {
    errors: [],
    count: () => count,
    at: (row) => (column, message) => {
      count += 1;
      const title = cellText(rows[0]?.[column]).slice(0, MOST_SHOWN);
      told.set(row, [...(told.get(row) ?? []), title === '' ? message : `${title}: ${message}`]);
    },
    of: (row) => told.get(row)?.join(' ') ?? '',
  };
}

interface CellReading {
  column: DeviceColumn;
  decimal: '.' | ',';
  reading: Reading;
}

/** Undefined where the cell is empty. */
function readCell(
  cell: Cell | undefined,
  { column, decimal, reading: { words, language, text } }: CellReading,
): CellValue | undefined {
  const shown = unquoted(cellText(cell));
  if (shown === '') return undefined;
  const orWrong = (value: unknown, problem: string): CellValue =>
    value === undefined
      ? { wrong: text(language, `import-problems.${problem}`, { text: shown.slice(0, MOST_SHOWN) }) }
      : { value };
  if (column === 'kind') return orWrong(words.kinds.get(shown.toLowerCase()), 'stationChoice');
  if (column === 'meterRole') return orWrong(words.meterRoles.get(shown.toLowerCase()), 'stationChoice');
  if (column === 'ratedPower')
    return orWrong(typeof cell === 'number' ? cell : readFigure(shown, decimal), 'number');
  if (DAYS.has(column)) return orWrong(dayCell(cell), 'stationDay');
  // A number of twenty digits that a spreadsheet rounded is none any more.
  if (typeof cell === 'number' && cell > Number.MAX_SAFE_INTEGER) return orWrong(undefined, 'serialNumber');
  return { value: shown };
}

const DAYS: ReadonlySet<DeviceColumn> = new Set(['productionDate', 'soldOn', 'firstPowerOn', 'warrantyEnd']);
