import { LIMITS } from '@sunfleet/contract';
import type { Problem } from '../reading/problem.ts';
import type { Row } from '../reading/row-reader.ts';

/** What a whole file is, before anything of it is stored. */
export interface Check {
  rows: number;
  badRows: number;
  problemCount: number;
  /** The first ones. */
  problems: Problem[];
  samples: number;
  /** Of these, how many are older than samples are kept. */
  oldSamples: number;
  ambiguousRows: number;
  devices: string[];
  /** Epoch milliseconds; null without a good row. */
  firstTime: number | null;
  lastTime: number | null;
}

/** Rows between two reports of progress. */
const REPORT_EVERY = 5000;

/**
 * Reads every row to its end. `onProgress` gets the rows done so far, and what was found in them; what it throws ends the check. Samples from before `keptSince`,
 * epoch milliseconds, are old. `before`: what was found in rows ahead of these.
 */
export async function checkRows(
  rows: AsyncIterable<Row>,
  onProgress: (rowsDone: number, found: () => Check) => Promise<void>,
  keptSince: number | null = null,
  before?: Check,
): Promise<Check> {
  const check: Check = {
    rows: 0,
    badRows: 0,
    problemCount: 0,
    problems: [],
    samples: 0,
    oldSamples: 0,
    ambiguousRows: 0,
    devices: [],
    firstTime: null,
    lastTime: null,
    ...before,
  };
  const devices = new Set(check.devices);
  for await (const row of rows) {
    addRow(check, row, { devices, keptSince });
    if (check.rows % REPORT_EVERY === 0)
      await onProgress(check.rows, () => ({ ...check, devices: [...devices] }));
  }
  check.devices = [...devices];
  if (devices.size > LIMITS.serialNumbersPerEntry) {
    addProblem(check, {
      line: 0,
      column: null,
      key: 'tooManyDevices',
      values: { limit: LIMITS.serialNumbersPerEntry },
    });
  }
  return check;
}

/** Adds something that is wrong with the file as a whole, ahead of what is wrong with its lines. */
export function addProblem(check: Check, problem: Problem): void {
  check.problemCount += 1;
  check.problems = [problem, ...check.problems].slice(0, LIMITS.importErrorsKept);
}

function addRow(
  check: Check,
  row: Row,
  { devices, keptSince }: { devices: Set<string>; keptSince: number | null },
): void {
  check.rows += 1;
  if (row.problems.length > 0) {
    check.badRows += 1;
    check.problemCount += row.problems.length;
    check.problems.push(...row.problems.slice(0, LIMITS.importErrorsKept - check.problems.length));
    return;
  }
  if (row.samples.length === 0) return;
  if (row.ambiguous) check.ambiguousRows += 1;
  check.samples += row.samples.length;
  if (keptSince !== null && row.time < keptSince) check.oldSamples += row.samples.length;
  // More are refused; how many there are beyond does not matter.
  for (const { sn } of row.samples) if (devices.size <= LIMITS.serialNumbersPerEntry) devices.add(sn);
  check.firstTime = Math.min(check.firstTime ?? Infinity, row.time);
  check.lastTime = Math.max(check.lastTime ?? -Infinity, row.time);
}
