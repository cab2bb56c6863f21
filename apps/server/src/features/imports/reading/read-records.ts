import { LIMITS } from '@sunfleet/contract/limits';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { AppError, messageOf } from '../../../platform/errors.ts';

export interface CsvRecord {
  /** Number of its (last) line in the file, from 1. */
  line: number;
  cells: string[];
}

/** Rows of a CSV text; empty lines are left out but counted. Throws AppError `malformedCsv` when it cannot be cut into rows. */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 4 * 1024 * 1024,
  });
  const source = Readable.from(unixLines(text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const item of parser) {
      const { info, record } = item as { info: { lines: number }; record: string[] };
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformedCsv', { reason: messageOf(error) });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The parser counts both halves of a Windows line end inside quotes. Pieces of text end with whole lines. */
async function* unixLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) yield piece.replaceAll('\r\n', '\n');
}

/**
 * Column names of a header row, each different: empty ones are numbered, repeated ones counted. Throws AppError `malformedCsv` for more columns
 * than a table has.
 */
export function headerNames(cells: readonly string[]): string[] {
  if (cells.length > LIMITS.importColumns) throw new AppError('malformedCsv', { reason: 'columns' });
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() || `#${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
