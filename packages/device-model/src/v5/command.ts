import { cleanRtu, type RtuQuirk } from '../modbus/clean-rtu.ts';
import { readTimes, writeTimes, type V5Times } from './times.ts';

/** Commands of the server (0x45) and their answers (0x15): Modbus RTU or AT text inside the V5 tunnel. */

const REQUEST_HEAD = 15;
const ANSWER_HEAD = 14;
const TYPE_MODBUS = 0x02;
const TYPE_AT = 0x01;

export function encodeModbusCommand(rtu: Uint8Array, sensorList = 0): Uint8Array {
  const payload = new Uint8Array(REQUEST_HEAD + rtu.length);
  payload[0] = TYPE_MODBUS;
  payload[1] = sensorList & 0xff;
  payload[2] = sensorList >>> 8;
  payload.set(rtu, REQUEST_HEAD);
  return payload;
}

export function encodeAtCommand(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.endsWith('\r') ? text : `${text}\r`);
  const payload = new Uint8Array(REQUEST_HEAD + bytes.length);
  payload[0] = TYPE_AT;
  payload[1] = 0x02;
  payload.set(bytes, REQUEST_HEAD);
  return payload;
}

export type V5Command =
  | { type: 'modbus'; sensorList: number; rtu: Uint8Array }
  | { type: 'at'; text: string }
  | { type: 'other'; code: number };

/** Reads a command as a logger does; undefined when the payload is too short to be one. */
export function parseCommand(payload: Uint8Array): V5Command | undefined {
  if (payload.length < REQUEST_HEAD) return undefined;
  const body = payload.subarray(REQUEST_HEAD);
  if (payload[0] === TYPE_MODBUS)
    return { type: 'modbus', sensorList: payload[1]! | (payload[2]! << 8), rtu: body };
  if (payload[0] === TYPE_AT) return { type: 'at', text: new TextDecoder().decode(body).trim() };
  return { type: 'other', code: payload[0]! };
}

/** `no-answer`: the inverter is silent, as at night; `wrong-serial`: the request named another logger. */
export type V5CommandFailure = 'no-answer' | 'wrong-serial' | 'exception' | 'malformed';

export type V5CommandAnswer =
  | { type: 'modbus'; times: V5Times; rtu: Uint8Array; quirks: RtuQuirk[] }
  | { type: 'at'; times: V5Times; text: string }
  | { type: 'error'; reason: V5CommandFailure; code: number };

/**
 * Reads the answer to a command with the quirks of the field: a two-byte error instead of a frame, a CRC of the frame with
 * its CRC behind it (always 00 00), and a stray FF before the frame.
 */
export function parseCommandAnswer(payload: Uint8Array): V5CommandAnswer {
  const times = readTimes(payload, 2);
  if (!times || payload.length < ANSWER_HEAD + 2) return { type: 'error', reason: 'malformed', code: 0 };
  const body = payload.subarray(ANSWER_HEAD);
  if (payload[0] === TYPE_AT) return { type: 'at', times, text: new TextDecoder().decode(body).trim() };
  if (body.length === 2) return shortError(body[0]!);
  const clean = cleanRtu(body);
  return clean ? { type: 'modbus', times, ...clean } : { type: 'error', reason: 'malformed', code: 0 };
}

export function encodeCommandAnswer(answer: { times: V5Times; rtu: Uint8Array }): Uint8Array {
  const payload = new Uint8Array(ANSWER_HEAD + answer.rtu.length);
  writeTimes(payload, { ...answer.times, frameType: TYPE_MODBUS }, 2);
  payload[1] = 1;
  payload.set(answer.rtu, ANSWER_HEAD);
  return payload;
}

/** Answer of a logger to an AT command. */
export function encodeAtAnswer(times: V5Times, text: string): Uint8Array {
  const payload = encodeCommandAnswer({ times, rtu: new TextEncoder().encode(text) });
  payload[0] = TYPE_AT;
  return payload;
}

/** Answer of a logger whose inverter is silent: error `code` in two bytes instead of a frame. */
export function encodeCommandError(times: V5Times, code: number): Uint8Array {
  return encodeCommandAnswer({ times, rtu: Uint8Array.from([code, 0]) });
}

function shortError(code: number): V5CommandAnswer {
  if (code === 5) return { type: 'error', reason: 'no-answer', code };
  if (code === 6) return { type: 'error', reason: 'wrong-serial', code };
  return { type: 'error', reason: 'exception', code };
}
