import {
  DEVICE_DAYS,
  DEVICE_FIGURES,
  readDayRange,
  readRange,
  type DeviceFigure,
  type DeviceStatus,
  type Range,
} from '@sunfleet/contract';
import { toCounts, type DeviceCounts } from '../count-devices.ts';
import { silenceTimes, type DeviceFilter } from '../device-filter.ts';
import { KINDS, STATUSES, WAYS, type BoardColumn } from './board-columns.ts';
import type { Column, DeviceBoard } from './device-board.ts';
import type { NamedSets } from './named-sets.ts';

/** Whether the device of a row fits. */
type Test = (row: number) => boolean;

export interface Matched {
  /** Rows that fit, in the order of their ids. */
  rows: Int32Array;
  /** Of all that fit whatever their status. */
  counts: DeviceCounts;
}

/** Rows of a board that fit a filter, where the sets that it names were looked up. */
export function matchDevices(
  board: DeviceBoard,
  filter: DeviceFilter,
  { sets, now }: { sets: NamedSets; now: number },
): Matched {
  const tests = testsOf(board, filter, { sets, now });
  const statuses = board.column('status');
  const wanted = filter.status && codesOf(STATUSES, filter.status);
  const met = new Float64Array(STATUSES.length);
  const rows = new Int32Array(board.size);
  let count = 0;
  next: for (let row = 0; row < rows.length; row += 1) {
    for (const fits of tests) if (!fits(row)) continue next;
    const status = statuses[row]!;
    met[status]! += 1;
    if (wanted && wanted[status] !== 1) continue;
    rows[count] = row;
    count += 1;
  }
  const counts = toCounts([...met].map((n, code) => ({ status: STATUSES[code] as DeviceStatus, n })));
  return { rows: rows.subarray(0, count), counts };
}

function testsOf(
  board: DeviceBoard,
  filter: DeviceFilter,
  { sets, now }: { sets: NamedSets; now: number },
): Test[] {
  const column = (name: BoardColumn) => board.column(name);
  const tests: Test[] = [isIn(column('station'), sets.stations)];
  if (filter.kind) tests.push(isIn(column('kind'), codesOf(KINDS, filter.kind)));
  if (filter.connection) tests.push(isIn(column('connection'), codesOf(WAYS, filter.connection)));
  for (const [name, words] of sets.words) tests.push(isIn(column(name), words));
  if (sets.devices) tests.push(isMarked(board, sets.devices));
  if (sets.search) tests.push(isFound(board, sets.search));
  for (const key of DEVICE_FIGURES) {
    const range = filter[key];
    if (range !== undefined) tests.push(ofFigure(board, key, { range: readRange(range), now }));
  }
  for (const key of DEVICE_DAYS) {
    const range = filter[key];
    if (range !== undefined) tests.push(within(column(key), daysOf(readDayRange(range))));
  }
  return tests;
}

const isIn =
  (column: Column, set: Uint8Array): Test =>
  (row) =>
    set[column[row]!] === 1;

function isMarked(board: DeviceBoard, ids: Float64Array): Test {
  const marks = new Uint8Array(board.size);
  for (const id of ids) {
    const row = board.rowOf(id);
    if (row !== undefined) marks[row] = 1;
  }
  return (row) => marks[row] === 1;
}

/** By serial number, or by a word of its name or model. */
function isFound(board: DeviceBoard, { devices, words }: NonNullable<NamedSets['search']>): Test {
  const bySerial = isMarked(board, devices);
  const byName = isIn(board.column('name'), words);
  const byModel = isIn(board.column('model'), words);
  return (row) => bySerial(row) || byName(row) || byModel(row);
}

function ofFigure(
  board: DeviceBoard,
  key: DeviceFigure,
  { range, now }: { range: Range<number> | undefined; now: number },
): Test {
  if (key !== 'silence') return within(board.column(key), range);
  const { since, until } = silenceTimes(range ?? {}, now);
  if (since === undefined && until === undefined) return () => false;
  const times = board.column('lastDataAt');
  // Who never sent anything was silent for ever.
  return (row) =>
    (until === undefined || !(times[row]! > until / 1000)) &&
    (since === undefined || times[row]! >= since / 1000);
}

const NEVER: Range<number> = { from: Infinity, to: -Infinity };

function within(column: Column, range: Partial<Range<number>> | undefined): Test {
  const isOpen = range?.from === undefined && range?.to === undefined;
  const { from = -Infinity, to = Infinity } = isOpen ? NEVER : range;
  return (row) => column[row]! >= from && column[row]! <= to;
}

const DAY_MS = 86_400_000;
const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

const daysOf = ({ from, to }: Partial<Range<string>> = {}): Partial<Range<number>> => ({
  ...(from === undefined ? {} : { from: dayOf(from) }),
  ...(to === undefined ? {} : { to: dayOf(to) }),
});

function codesOf(words: readonly string[], wanted: readonly string[]): Uint8Array {
  const codes = new Uint8Array(words.length);
  for (const word of wanted) codes[words.indexOf(word)] = 1;
  return codes;
}
