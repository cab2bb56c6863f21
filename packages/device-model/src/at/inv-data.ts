import { hasValidCrc } from '../modbus/crc16.ts';
import { parseAtReply } from './at.ts';

/** Modbus inside AT text: `AT+INVDATA=<bytes>,<RTU as hex>`, answered by `+ok=<RTU as hex>`. */

export function encodeInvData(rtu: Uint8Array): string {
  return `AT+INVDATA=${rtu.length},${toHex(rtu)}`;
}

/** Reads a command line as a stick does; undefined when it is none, or its length or CRC is wrong. */
export function parseInvData(line: string): Uint8Array | undefined {
  const [, length, hex] = /^AT\+INVDATA=(\d{1,3}),([0-9A-Fa-f]+)$/.exec(line.trim()) ?? [];
  const rtu = hex === undefined ? undefined : fromHex(hex);
  return rtu && rtu.length === Number(length) && hasValidCrc(rtu) ? rtu : undefined;
}

/** `no-data`: the inverter is silent; `refused`: the stick did not take the command. */
export type InvDataFailure = 'no-data' | 'refused' | 'malformed';

export type InvDataAnswer =
  | { type: 'modbus'; rtu: Uint8Array }
  | { type: 'error'; reason: InvDataFailure; code: number };

const DOUBLE_CRC = '0000';

/**
 * Reads an answer from text or bytes. Takes away what some sticks add: a byte 0x10 before each pair of digits and before the
 * line ends (UDP), and the CRC of the frame with its CRC (always 0000).
 */
export function parseInvDataAnswer(answer: string | Uint8Array): InvDataAnswer {
  const text = (typeof answer === 'string' ? answer : new TextDecoder('latin1').decode(answer)).replaceAll(
    '\u0010',
    '',
  );
  const reply = parseAtReply(text);
  if (reply.type === 'error') return { type: 'error', reason: 'refused', code: reply.code };
  if (reply.type === 'other' || reply.value === undefined) return failure('malformed');
  if (/^no data$/i.test(reply.value)) return failure('no-data');
  const hex = reply.value.trim();
  for (const candidate of hex.endsWith(DOUBLE_CRC) ? [hex.slice(0, -4), hex] : [hex]) {
    const rtu = fromHex(candidate);
    if (rtu && rtu.length >= 5 && hasValidCrc(rtu)) return { type: 'modbus', rtu };
  }
  return failure('malformed');
}

/** Answers in hex digits longer than this are of no Modbus frame. */
const MOST_DIGITS = 2 * 260;

/** Puts the parts of an answer together, which Bluetooth cuts anywhere and may leave without a line end. */
export class InvDataCollector {
  #text = '';

  /** Takes a part. Answers the whole once it is complete, and is then empty for the next one. */
  push(part: string): InvDataAnswer | undefined {
    this.#text += part;
    const ended = this.#text.includes('\n') || this.#text.length > MOST_DIGITS;
    const answer = parseInvDataAnswer(this.#text);
    if (answer.type !== 'modbus' && !ended) return undefined;
    this.#text = '';
    return answer;
  }

  /** Forgets what came, as before a new request or after its time is over. */
  reset(): void {
    this.#text = '';
  }
}

function failure(reason: InvDataFailure): InvDataAnswer {
  return { type: 'error', reason, code: 0 };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function fromHex(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9A-Fa-f]+$/.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}
