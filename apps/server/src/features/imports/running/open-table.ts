import type { ImportMapping } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import { compileMapping, type CompiledMapping } from '../reading/compile-mapping.ts';
import { decodeText } from '../reading/decode-text.ts';
import { headerNames, readRecords, type CsvRecord } from '../reading/read-records.ts';
import { createRowReader, type Row } from '../reading/row-reader.ts';

export interface Table {
  mapping: CompiledMapping;
  /** The rows below the header, in their order. Ends reading when the loop over it ends. */
  rows: AsyncGenerator<Row>;
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
    return { mapping: compiled, rows: rowsOf(records, compiled, now) };
  } catch (error) {
    await records.return(undefined);
    throw error;
  }
}

async function* rowsOf(
  records: AsyncGenerator<CsvRecord>,
  mapping: CompiledMapping,
  now: number,
): AsyncGenerator<Row> {
  const reader = createRowReader(mapping, now);
  for await (const record of records) yield reader.read(record);
}
