import { readTimes, writeTimes, V5_BUFFERED, type V5Times } from './times.ts';

/** Head of a data frame (0x42); the device's own block follows. */
export interface V5DataHead {
  times: V5Times;
  /** Code of the device family. */
  sensorList: number;
  /** Stored while the connection was down: belongs to its own time, never to "now". */
  buffered: boolean;
  /** Device block: a 16-character SN, then registers in the family's layout. */
  body: Uint8Array;
}

const BODY_AT = 0x20 - 11;

/** Reads the head; undefined when the payload is too short for one. */
export function parseDataHead(payload: Uint8Array): V5DataHead | undefined {
  if (payload.length < BODY_AT) return undefined;
  const times = readTimes(payload, 3);
  if (!times) return undefined;
  return {
    times,
    sensorList: payload[1]! | (payload[2]! << 8),
    buffered: (times.frameType & V5_BUFFERED) !== 0,
    body: payload.subarray(BODY_AT),
  };
}

export interface V5DataInput {
  times: V5Times;
  sensorList: number;
  packet: number;
  body: Uint8Array;
}

export function encodeData({ times, sensorList, packet, body }: V5DataInput): Uint8Array {
  const payload = new Uint8Array(BODY_AT + body.length);
  const view = new DataView(payload.buffer);
  writeTimes(payload, times, 3);
  view.setUint16(1, sensorList, true);
  view.setUint16(15, 1, true);
  view.setUint32(17, packet, true);
  payload.set(body, BODY_AT);
  return payload;
}
