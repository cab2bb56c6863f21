import type { ImportMapping } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import { compileMapping, type CompiledMapping } from '../reading/compile-mapping.ts';
import { decodeText } from '../reading/decode-text.ts';
import { headerNames, readRecords, type CsvRecord } from '../reading/read-records.ts';
import { createRowReader, type Row, type RowReader } from '../reading/row-reader.ts';

const PASSED_AT_ONCE = 5000;

export interface Table {
  mapping: CompiledMapping;
  /** The rows below the header, in their order. Ends reading when the loop over it ends. */
  rows: AsyncGenerator<Row>;
  /** Passes so many rows that were read before, which takes less than reading them; stops between thousands of them. Ask for it before `rows`. */
  pass(count: number): AsyncGenerator<void>;
}

/**
 * Opens an uploaded table with a mapping. `now`: epoch milliseconds.
 * Throws AppError: malformedCsv (no header), and what `compileMapping` throws.
 */
export async function openTable(
  bytes: AsyncIterable<Buffer>,
  mapping: ImportMapping,
  now: number,
): Promise<Table> {
  const records = readRecords(decodeText(bytes, mapping.encoding), mapping.delimiter);
  try {
    const first = await records.next();
    if (first.done) throw new AppError('malformedCsv', { reason: 'empty' });
    const compiled = compileMapping(mapping, headerNames(first.value.cells));
    const reader = createRowReader(compiled, now);
    return {
      mapping: compiled,
      rows: rowsOf(records, reader),
      pass: (count) => pass(records, reader, count),
    };
  } catch (error) {
    await records.return(undefined);
    throw error;
  }
}

async function* rowsOf(records: AsyncGenerator<CsvRecord>, reader: RowReader): AsyncGenerator<Row> {
  for await (const record of records) yield reader.read(record);
}

async function* pass(
  records: AsyncGenerator<CsvRecord>,
  reader: RowReader,
  count: number,
): AsyncGenerator<void> {
  for (let passed = 1; passed <= count; passed += 1) {
    const { done, value } = await records.next();
    if (done) return;
    reader.pass(value);
    if (passed % PASSED_AT_ONCE === 0) yield;
  }
}
