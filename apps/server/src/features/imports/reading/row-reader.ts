import { isMeasurable } from '@sunfleet/contract/is-measurable';
import { LIMITS } from '@sunfleet/contract/limits';
import { isSerialNumber, type CompiledMapping, type ReadColumn } from './compile-mapping.ts';
import { createLocalTimes } from './local-times.ts';
import { parseNumber } from '../../../platform/tables/parse-number.ts';
import { shown, type Problem } from './problem.ts';
import type { CsvRecord } from './read-records.ts';

export interface RowSample {
  sn: string;
  point: string;
  value: number;
}

/** A row of a file: its samples all have one time. With problems there are no samples. */
export interface Row {
  line: number;
  /** Epoch milliseconds. */
  time: number;
  /** Whether its clock time came twice and the order of the rows decided. */
  ambiguous: boolean;
  samples: RowSample[];
  problems: Problem[];
}

export interface RowReader {
  read(record: CsvRecord): Row;
  /** Takes note of the time of a row that was read before: by it is decided which of two times one behind it means. */
  pass(record: CsvRecord): void;
}

/** Reads the rows of one file in their order. `now`: epoch milliseconds, for times that cannot be. */
export function createRowReader(mapping: CompiledMapping, now: number): RowReader {
  const times = createLocalTimes(mapping.timeZone);
  return {
    read(record) {
      const row: Row = { line: record.line, time: 0, ambiguous: false, samples: [], problems: [] };
      const report = (column: string | null, key: Problem['key'], values: Problem['values']) =>
        row.problems.push({ line: record.line, column, key, values });
      if (!fits(record, mapping)) {
        report(null, 'cells', { count: record.cells.length, expected: mapping.width });
        return row;
      }
      const sn = deviceOf(record, mapping, report);
      readTime(row, record, { mapping, times, now, series: sn ?? '', report });
      for (const column of mapping.columns) {
        const value = valueOf(record.cells[column.index] ?? '', column, mapping, report);
        const device = column.sn ?? sn;
        if (value !== undefined && device !== undefined)
          row.samples.push({ sn: device, point: column.point, value });
      }
      if (row.problems.length > 0) row.samples = [];
      return row;
    },
    pass(record) {
      if (!fits(record, mapping)) return;
      const time = mapping.time.read(record.cells[mapping.time.index]!);
      if (time) times.resolve(deviceOf(record, mapping, () => undefined) ?? '', time);
    },
  };
}

type Report = (column: string | null, key: Problem['key'], values: Problem['values']) => void;

/** A row may lack cells at its end that nobody reads, and have empty ones too many. */
function fits({ cells }: CsvRecord, mapping: CompiledMapping): boolean {
  if (cells.length < mapping.needed) return false;
  return cells.length <= mapping.width || cells.slice(mapping.width).every((cell) => cell.trim() === '');
}

function deviceOf({ cells }: CsvRecord, mapping: CompiledMapping, report: Report): string | undefined {
  if (!mapping.device) return undefined;
  const sn = `${mapping.snPrefix}${cells[mapping.device.index]!.trim()}`;
  if (isSerialNumber(sn)) return sn;
  report(mapping.device.name, 'serialNumber', { text: shown(sn) });
  return undefined;
}

interface TimeContext {
  mapping: CompiledMapping;
  times: ReturnType<typeof createLocalTimes>;
  now: number;
  series: string;
  report: Report;
}

function readTime(row: Row, { cells }: CsvRecord, context: TimeContext): void {
  const { mapping, times, now, series, report } = context;
  const { index, name, format, read } = mapping.time;
  const text = cells[index]!;
  const time = read(text);
  if (!time) {
    report(name, 'time', { text: shown(text), format });
    return;
  }
  const resolved = times.resolve(series, time);
  if (resolved === 'skipped') {
    report(name, 'skippedTime', { text: shown(text), zone: mapping.timeZone });
    return;
  }
  row.time = resolved.time;
  row.ambiguous = resolved.ambiguous;
  if (row.time < LIMITS.earliestSampleTime || row.time > now + LIMITS.futureToleranceMs) {
    report(name, 'timeRange', { text: shown(text) });
  }
}

function valueOf(
  cell: string,
  column: ReadColumn,
  mapping: CompiledMapping,
  report: Report,
): number | undefined {
  const text = cell.trim();
  if (text === '' || mapping.nullTexts.has(text)) return undefined;
  const read = parseNumber(text, mapping.decimal);
  if (read === undefined) {
    report(column.name, 'number', { text: shown(text) });
    return undefined;
  }
  const value = scaled(read, column);
  if (isMeasurable(value) && value >= column.min && value <= column.max) return value;
  const { min, max, unit } = column;
  report(column.name, 'range', { value, min, max, unit, point: column.point });
  return undefined;
}

/** 0.1 * 3 is 0.30000000000000004: what scaling adds beyond twelve digits was never measured. */
function scaled(read: number, { scale, offset }: ReadColumn): number {
  return scale === 1 && offset === 0 ? read : Number((read * scale + offset).toPrecision(12));
}
