import { isMeasurable, LIMITS } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type { KnownDevice, OpenBlock } from '../../../platform/ingest.ts';
import { KeyMemory } from './key-memory.ts';
import { endOfKey, endOfLine, endOfText, unescapeKey, unescapeText } from './scan-text.ts';
import { scanned, scanNumber } from '../../../platform/bytes/scan-number.ts';
import { timeOf, type Precision } from './time-digits.ts';

/** What lines are about; answers `undefined` for what is not known yet and will be at the next try. */
export interface LineTarget {
  device(sn: string, line: number): KnownDevice | undefined;
  point(device: KnownDevice, key: string): number | undefined;
  /** A field that is text: no sample. */
  text(device: KnownDevice, key: string, value: string): void;
  /** Throws AppError `timeOutOfRange`. */
  checkTime(time: number): void;
}

/** Where samples go. */
type Columns = Pick<OpenBlock, 'add' | 'length' | 'times'>;

export interface LineBatch {
  bytes: Buffer;
  precision: Precision;
  /** Epoch milliseconds of lines without a time. */
  now: number;
}

/** A line that was refused; `error` is `malformedLineProtocol` with the column where reading ended, or what else was wrong. */
export interface LineError {
  line: number;
  error: AppError;
}

/** Wrong lines that one refusal names; the parser stops reading after that many. */
export const MOST_ERRORS = 100;

/** Takes a few milliseconds. */
const SLICE_BYTES = 128 * 1024;
/** A line is read in one go, so it must not be as long as a batch may be. This is some times what a line of the most fields has. */
const LONGEST_LINE = 256 * 1024;
/** As much of a number that is refused as its sender hears. */
const SHOWN_DIGITS = 40;

const COMMA = 0x2c;
const SPACE = 0x20;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const HASH = 0x23;
const RETURN = 0x0d;
const NEWLINE = 0x0a;
const LETTER_I = 0x69;
const LETTER_U = 0x75;

export interface LinesRead {
  lines: number;
  errors: LineError[];
}

/**
 * Reads InfluxDB line protocol (documented by InfluxData: "Line protocol") into columns. A line is one reading: tag `sn` names
 * the device, each number or boolean field is the value of the point of its name. The measurement and other tags are not kept.
 * Answers the lines that are wrong; the columns hold the samples of the others, so the caller drops them when there are any.
 */
export function parseLines(batch: LineBatch, target: LineTarget, columns: Columns): LinesRead {
  const parser = new LineParser(batch, target, columns);
  parser.readUntil(batch.bytes.length);
  return parser;
}

/**
 * The same in slices. Before each further one it waits for what `breathe` answers, where that answers anything. The columns must belong to
 * this batch alone.
 */
export async function parseInSlices(
  batch: LineBatch,
  target: LineTarget,
  columns: Columns,
  breathe: () => Promise<void> | undefined,
): Promise<LinesRead> {
  const parser = new LineParser(batch, target, columns);
  for (let end = SLICE_BYTES; !parser.readUntil(end); end += SLICE_BYTES) {
    const turn = breathe();
    if (turn) await turn;
  }
  return parser;
}

/** A class, because the position moves through all methods and must cost nothing. */
class LineParser implements LinesRead {
  lines = 0;
  readonly errors: LineError[] = [];
  /** Behind a line: the byte that ends it. */
  at = 0;
  #next = 0;
  #nextLine = 1;
  readonly #batch: LineBatch;
  /** The batch as far as a line that begins in this slice may go. */
  #bytes: Buffer;
  readonly #target: LineTarget;
  readonly #columns: Columns;
  readonly #keys: KeyMemory;
  #start = 0;
  #line = 0;
  #innerLines = 0;

  constructor(batch: LineBatch, target: LineTarget, columns: Columns) {
    this.#batch = batch;
    this.#bytes = batch.bytes;
    this.#target = target;
    this.#columns = columns;
    this.#keys = new KeyMemory(batch.bytes);
  }

  /** Reads the lines that begin before a byte. True when nothing is left to read. */
  readUntil(end: number): boolean {
    const { bytes } = this.#batch;
    const { length } = bytes;
    const { errors } = this;
    const last = Math.min(end, length);
    this.#bytes = bytes.subarray(0, last + LONGEST_LINE);
    while (this.#next < last && errors.length < MOST_ERRORS) {
      try {
        if (this.#read(this.#next, this.#nextLine)) this.lines += 1;
        if (this.#isCut()) this.#fail();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ line: this.#nextLine, error });
        this.at = endOfLine(bytes, Math.max(this.#next, this.at));
      }
      this.#nextLine += this.#takeInnerLines() + 1;
      this.#next = this.at + 1;
    }
    return this.#next >= length || errors.length >= MOST_ERRORS;
  }

  /** Reads the line at a position; false for an empty one or a comment. */
  #read(start: number, line: number): boolean {
    this.#start = start;
    this.#line = line;
    this.at = start;
    const bytes = this.#bytes;
    while (bytes[this.at] === SPACE) this.at += 1;
    const first = bytes[this.at];
    if (first === HASH || this.#ended()) {
      this.at = endOfLine(bytes, this.at);
      return false;
    }
    const device = this.#readHead();
    const row = this.#columns.length;
    this.#readFields(device);
    const time = this.#readTime();
    this.#target.checkTime(time);
    const { times, length } = this.#columns;
    times.fill(time, row, length);
    return true;
  }

  /** Line ends inside texts of the line just read. They count as lines, as they do in an editor. */
  #takeInnerLines(): number {
    const count = this.#innerLines;
    this.#innerLines = 0;
    return count;
  }

  /** Measurement and tags; answers the device of tag `sn`. */
  #readHead(): KnownDevice | undefined {
    const bytes = this.#bytes;
    let sn: string | undefined;
    const start = this.at;
    this.at = endOfKey(bytes, start, true);
    if (this.at === start) this.#fail();
    while (bytes[this.at] === COMMA) {
      const keyStart = this.at + 1;
      const keyEnd = endOfKey(bytes, keyStart, false);
      this.at = keyEnd;
      if (bytes[keyEnd] !== EQUALS || keyEnd === keyStart) this.#fail();
      this.at = endOfKey(bytes, keyEnd + 1, false);
      if (this.at === keyEnd + 1) this.#fail();
      const isSn = keyEnd - keyStart === 2 && bytes[keyStart] === 0x73 && bytes[keyStart + 1] === 0x6e;
      if (isSn) sn = unescapeKey(bytes, keyEnd + 1, this.at);
    }
    if (bytes[this.at] !== SPACE || sn === undefined) this.#fail();
    return this.#target.device(sn, this.#line);
  }

  #readFields(device: KnownDevice | undefined): void {
    const bytes = this.#bytes;
    while (bytes[this.at] === SPACE) this.at += 1;
    for (let index = 0; ; index += 1) {
      if (index >= LIMITS.pointsPerReading) this.#fail();
      const keyStart = this.at;
      const point = this.#readKey(device, index);
      this.at += 1;
      if (bytes[this.at] === QUOTE) this.#readText(device, keyStart);
      else {
        const value = this.#readValue();
        if (device && point !== undefined) this.#columns.add(device.id, point, 0, value);
      }
      if (bytes[this.at] !== COMMA) return;
      this.at += 1;
    }
  }

  /** Point of the key here; afterwards the position is at its `=`. Lines mostly repeat the keys of the line before. */
  #readKey(device: KnownDevice | undefined, index: number): number | undefined {
    const start = this.at;
    const remembered = this.#keys.match(index, start);
    if (remembered !== undefined) {
      this.at = this.#keys.end;
      return remembered;
    }
    const end = endOfKey(this.#bytes, start, false);
    this.at = end;
    if (this.#bytes[end] !== EQUALS || end === start) this.#fail();
    if (!device || this.#bytes[end + 1] === QUOTE) return undefined;
    const point = this.#target.point(device, unescapeKey(this.#bytes, start, end));
    this.#keys.remember(index, { start, end, point });
    return point;
  }

  #readText(device: KnownDevice | undefined, keyStart: number): void {
    const keyEnd = this.at - 1;
    const start = this.at + 1;
    const end = endOfText(this.#bytes, start);
    this.at = end;
    if (end >= this.#bytes.length) this.#fail();
    this.at = end + 1;
    if (!this.#atFieldEnd()) this.#fail();
    for (let seen = start; seen < end; seen += 1) if (this.#bytes[seen] === NEWLINE) this.#innerLines += 1;
    if (!device) return;
    const key = unescapeKey(this.#bytes, keyStart, keyEnd);
    this.#target.text(device, key, unescapeText(this.#bytes, start, end));
  }

  #readValue(): number {
    const bytes = this.#bytes;
    const start = this.at;
    const value = scanNumber(bytes, start);
    let end = scanned.end;
    if (Number.isNaN(value)) return this.#readBoolean();
    const suffix = bytes[end];
    if (suffix === LETTER_I || suffix === LETTER_U) end += 1;
    this.at = end;
    if (!this.#atFieldEnd()) this.#fail();
    if (isMeasurable(value)) return value;
    const shown = Math.min(end, start + SHOWN_DIGITS);
    throw new AppError('numberOutOfRange', { field: bytes.toString('latin1', start, shown) });
  }

  #readBoolean(): number {
    const start = this.at;
    let end = start;
    while (end - start <= 5 && isLetter(this.#bytes[end]!)) end += 1;
    const word = this.#bytes.toString('latin1', start, end);
    const value = BOOLEANS.get(word);
    if (value === undefined) this.#fail();
    this.at = end;
    if (!this.#atFieldEnd()) this.#fail();
    return value;
  }

  #readTime(): number {
    const bytes = this.#bytes;
    while (bytes[this.at] === SPACE) this.at += 1;
    if (this.#ended()) {
      this.at = endOfLine(bytes, this.at);
      return this.#batch.now;
    }
    const start = this.at;
    let end = start;
    while (end < bytes.length && bytes[end]! > SPACE) end += 1;
    const time = timeOf(bytes, { start, end }, this.#batch.precision);
    if (Number.isNaN(time)) this.#fail();
    this.at = end;
    while (bytes[this.at] === SPACE) this.at += 1;
    if (!this.#ended()) this.#fail();
    this.at = endOfLine(bytes, this.at);
    return time;
  }

  #atFieldEnd(): boolean {
    const byte = this.#bytes[this.at];
    return byte === COMMA || byte === SPACE || this.#ended();
  }

  /** Whether the line goes on behind what may be read of it. */
  #isCut(): boolean {
    const { length } = this.#bytes;
    return this.at >= length && length < this.#batch.bytes.length;
  }

  #ended(): boolean {
    const bytes = this.#bytes;
    const byte = bytes[this.at];
    if (byte === undefined || byte === NEWLINE) return true;
    return byte === RETURN && (bytes[this.at + 1] === NEWLINE || this.at + 1 === bytes.length);
  }

  #fail(): never {
    throw new AppError('malformedLineProtocol', { column: this.at - this.#start + 1 });
  }
}

const BOOLEANS = new Map([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word) => [word, 1] as const),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, 0] as const),
]);

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
