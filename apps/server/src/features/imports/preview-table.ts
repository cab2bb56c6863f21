import type { RouteOutput, routes } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import { guessDelimiter, guessEncoding } from '../../platform/tables/guess-text.ts';
import { guessMapping } from './guess/guess-mapping.ts';
import { tellingRows } from './telling-rows.ts';
import { decodeText, HEAD_BYTES, type Encoding } from './reading/decode-text.ts';
import { headerNames, readRecords } from './reading/read-records.ts';

/** What the file itself tells of a preview. */
export type TablePreview = Pick<
  RouteOutput<(typeof routes)['previewImport']>,
  'rows' | 'header' | 'sample' | 'ends' | 'guess'
>;

const TAIL_BYTES = 32 * 1024;
const NEWLINE = 0x0a;

/**
 * Looks a file through once: how many rows, which columns, rows that show its values, its first and its last row, and what its times and columns seem to be.
 * Throws AppError: unsupportedFileType (no text), malformedCsv (no rows), payloadTooLarge.
 */
export async function previewTable(bytes: AsyncIterable<Buffer>): Promise<TablePreview> {
  const ends = await readEnds(bytes);
  refuseOtherTypes(ends.head);
  const encoding = guessEncoding(ends.head);
  const head = wholeLines(ends, encoding);
  const firstLines = (await textOf(head, encoding)).split(/\r?\n/).filter(Boolean).slice(0, 50);
  const delimiter = guessDelimiter(firstLines);
  const [first, ...rows] = await recordsOf(head, encoding, delimiter);
  if (!first || rows.length === 0) throw new AppError('malformedCsv', { reason: 'empty' });
  const header = headerNames(first);
  const last = ends.complete ? [] : await recordsOf(afterFirstLine(ends, encoding), encoding, delimiter);
  const all = [...rows, ...last];
  const guess = guessMapping({ encoding, delimiter, header, rows: all });
  return {
    rows: ends.lines - 1,
    header,
    sample: tellingRows(all, { header, guess }),
    ends: [rows[0]!, all.at(-1)!],
    guess,
  };
}

interface Ends {
  head: Buffer;
  tail: Buffer;
  /** Whether `head` is the whole file. */
  complete: boolean;
  lines: number;
}

async function readEnds(chunks: AsyncIterable<Buffer>): Promise<Ends> {
  let head = Buffer.alloc(0) as Buffer;
  let tail = Buffer.alloc(0) as Buffer;
  let total = 0;
  let lines = 0;
  for await (const chunk of chunks) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    total += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  const open = tail.length > 0 && !tail.subarray(-2).includes(NEWLINE);
  return { head, tail, complete: total <= HEAD_BYTES, lines: lines + (open ? 1 : 0) };
}

/** Office files and pictures differ from text by their first bytes, other binaries by the zeros in them. */
function refuseOtherTypes(head: Buffer): void {
  const binary = ['PK\u0003\u0004', '%PDF', '\u0089PNG', 'SQLite', '\u00D0\u00CF\u0011\u00E0'].some((magic) =>
    head.subarray(0, 8).toString('latin1').startsWith(magic),
  );
  const wide = guessEncoding(head) === 'utf-16le';
  if (binary || (!wide && head.includes(0))) throw new AppError('unsupportedFileType');
}

function wholeLines({ head, complete }: Ends, encoding: Encoding): Buffer {
  return complete ? head : head.subarray(0, head.lastIndexOf(NEWLINE) + bytesOfNewline(encoding));
}

function afterFirstLine({ tail }: Ends, encoding: Encoding): Buffer {
  return tail.subarray(tail.indexOf(NEWLINE) + bytesOfNewline(encoding));
}

const bytesOfNewline = (encoding: Encoding) => (encoding === 'utf-16le' ? 2 : 1);

async function textOf(bytes: Buffer, encoding: Encoding): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of decodeText(oneChunk(bytes), encoding)) pieces.push(piece);
  return pieces.join('');
}

async function recordsOf(bytes: Buffer, encoding: Encoding, delimiter: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRecords(decodeText(oneChunk(bytes), encoding), delimiter))
    rows.push(cells);
  return rows;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
