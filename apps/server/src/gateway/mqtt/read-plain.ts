import { isMeasurable, LIMITS } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { scanned, scanNumber } from '../../platform/bytes/scan-number.ts';
import type { KnownDevice, OpenBlock } from '../../platform/ingest.ts';
import { KeyChain, type KeyLink } from './key-chain.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Reads the common form of a telemetry message, one reading of `ts`, `v` and `q` with numbers alone, without making objects of
 * it. `read` answers false, and leaves the block as it was, where anything is unusual: another member, a custom point, text, a
 * mistake. The caller then uses the full reader. A class, because all methods share the position and calls must cost nothing.
 */
export class PlainReader {
  readonly #chain = new KeyChain((key) => pointByKey(key)?.id);
  readonly #checkTime: (time: number) => void;
  /** The first key of the message before. */
  #first: KeyLink | undefined;
  #payload: Buffer = Buffer.alloc(0);
  #at = 0;
  /** What the message says, kept here until the whole of it is known to be plain. */
  readonly #reading = {
    length: 0,
    points: new Uint32Array(LIMITS.pointsPerReading),
    values: new Float64Array(LIMITS.pointsPerReading),
  };

  constructor(checkTime: (time: number) => void) {
    this.#checkTime = checkTime;
  }

  /** Adds the samples of a message's reading; `now` is its time where it names none. Throws AppError `timeOutOfRange`. */
  read(device: KnownDevice, message: { payload: Buffer; now: number }, block: OpenBlock): boolean {
    this.#payload = message.payload;
    this.#at = 0;
    const time = this.#readReading(message.now);
    if (Number.isNaN(time)) return false;
    this.#checkTime(time);
    block.addReading(device.id, time, this.#reading);
    return true;
  }

  /** Time of the reading; NaN when the message is not plain. */
  #readReading(now: number): number {
    let time = now;
    let hasValues = false;
    if (!this.#take(OPEN)) return Number.NaN;
    do {
      const member = this.#memberName();
      if (member === 't') {
        time = this.#readNumber();
        if (!Number.isSafeInteger(time)) return Number.NaN;
      } else if (member === 'v' && !hasValues) {
        hasValues = true;
        if (!this.#readValues()) return Number.NaN;
      } else if (member !== 'q' || this.#readNumber() !== 0) return Number.NaN;
    } while (this.#take(COMMA));
    const whole = hasValues && this.#take(CLOSE) && this.#skipSpace() === undefined;
    return whole ? time : Number.NaN;
  }

  /** `t` for `"ts":`, `v`, `q`; empty for any other name. */
  #memberName(): '' | 't' | 'v' | 'q' {
    if (!this.#take(QUOTE)) return '';
    const payload = this.#payload;
    const letter = payload[this.#at];
    this.#at += 1;
    if (letter === 0x74 && payload[this.#at] === 0x73) this.#at += 1;
    else if (letter !== 0x76 && letter !== 0x71) return '';
    if (payload[this.#at] !== QUOTE) return '';
    this.#at += 1;
    if (!this.#take(COLON)) return '';
    return letter === 0x74 ? 't' : letter === 0x76 ? 'v' : 'q';
  }

  /** The position is a local variable here: this loop is the busiest of the server. */
  #readValues(): boolean {
    if (!this.#take(OPEN)) return false;
    const reading = this.#reading;
    const { points, values } = reading;
    const payload = this.#payload;
    let at = this.#at;
    let link = this.#first;
    let before: KeyLink | undefined;
    for (let count = 0; count < values.length; count += 1) {
      const behind = payload[at] === QUOTE ? KeyChain.behind(link, payload, at + 1) : -1;
      if (behind !== -1 && payload[behind] === COLON) at = behind + 1;
      else {
        link = this.#readKey(at, before);
        at = this.#at;
      }
      if (!link) return false;
      if (count === 0) this.#first = link;
      const value = numberAt(payload, isSpace(payload[at]) ? behindSpace(payload, at) : at);
      // What is no number, or too large for one, is refused by the full reader.
      if (!isMeasurable(value)) return false;
      points[count] = link.point;
      values[count] = value;
      at = scanned.end;
      if (isSpace(payload[at])) at = behindSpace(payload, at);
      if (payload[at] !== COMMA) {
        this.#at = at;
        reading.length = count + 1;
        return this.#take(CLOSE);
      }
      at += 1;
      before = link;
      link = link.next;
    }
    return false;
  }

  /** The key from a position on, and its colon, found by search. */
  #readKey(at: number, before: KeyLink | undefined): KeyLink | undefined {
    this.#at = at;
    if (!this.#take(QUOTE)) return undefined;
    const link = this.#findKey(before);
    return link && this.#take(COLON) ? link : undefined;
  }

  #findKey(before: KeyLink | undefined): KeyLink | undefined {
    const payload = this.#payload;
    const start = this.#at;
    const end = payload.indexOf(QUOTE, start);
    if (end === -1 || end - start > 64) return undefined;
    for (let at = start; at < end; at += 1) if (payload[at] === BACKSLASH) return undefined;
    this.#at = end + 1;
    return this.#chain.find(payload.toString('latin1', start, end), before);
  }

  #readNumber(): number {
    this.#skipSpace();
    const value = numberAt(this.#payload, this.#at);
    this.#at = scanned.end;
    return value;
  }

  /** Passes a byte, and spaces before it; false where another one stands. */
  #take(byte: number): boolean {
    if (this.#payload[this.#at] !== byte && this.#skipSpace() !== byte) return false;
    this.#at += 1;
    return true;
  }

  /** The next byte that is no space; undefined at the end. */
  #skipSpace(): number | undefined {
    this.#at = behindSpace(this.#payload, this.#at);
    return this.#payload[this.#at];
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function behindSpace(payload: Buffer, start: number): number {
  let at = start;
  while (isSpace(payload[at])) at += 1;
  return at;
}

/** A number by JSON's own grammar, NaN for anything else; `scanned.end` is the byte behind it. */
function numberAt(payload: Buffer, start: number): number {
  const digit = payload[start] === MINUS ? start + 1 : start;
  const first = payload[digit]!;
  const second = payload[digit + 1]!;
  const value = scanNumber(payload, start);
  const isJson =
    first >= ZERO &&
    first <= NINE &&
    !(first === ZERO && second >= ZERO && second <= NINE) &&
    payload[scanned.end - 1] !== DOT;
  return isJson ? value : Number.NaN;
}
