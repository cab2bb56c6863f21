import { V5_CONTROL, V5_HEADER, type V5Frame } from './frame.ts';
import { readText, writeText } from './text.ts';
import { readTimes, writeTimes, type V5Times } from './times.ts';

/** Network a logger is in (0x43). */
export interface V5WifiInfo {
  times: V5Times;
  ssid: string;
  /** Percent. */
  signal: number;
}

const SSID_AT = 26 - V5_HEADER;
const SIGNAL_AT = 56 - V5_HEADER;

/** Reads the wifi info; undefined when the payload is a variant without it. */
export function parseWifiInfo(payload: Uint8Array): V5WifiInfo | undefined {
  const times = readTimes(payload);
  if (!times || payload.length <= SIGNAL_AT) return undefined;
  return { times, ssid: readText(payload, SSID_AT, 30), signal: Math.min(payload[SIGNAL_AT]!, 100) };
}

export function encodeWifiInfo(info: V5WifiInfo): Uint8Array {
  const payload = new Uint8Array(47);
  writeTimes(payload, info.times);
  writeText(payload, SSID_AT, { text: info.ssid, length: 30 });
  payload[SIGNAL_AT] = info.signal;
  return payload;
}

/** Reads the times of a report (0x48), which ends a synchronisation. */
export function parseReport(payload: Uint8Array): V5Times | undefined {
  return readTimes(payload);
}

export function encodeReport(times: V5Times): Uint8Array {
  const payload = new Uint8Array(60);
  writeTimes(payload, times);
  return payload;
}

export function encodeHeartbeat(): Uint8Array {
  return new Uint8Array(1);
}

const ANSWERED: ReadonlySet<number> = new Set([
  V5_CONTROL.hello,
  V5_CONTROL.data,
  V5_CONTROL.wifi,
  V5_CONTROL.heartbeat,
  V5_CONTROL.report,
]);

/**
 * The server's answer to a logger's request, which also sets the logger's clock: frame type repeated, 01, Unix time, seconds
 * until the next heartbeat is expected. Undefined for frames that want no answer.
 */
export function answerFor(
  frame: V5Frame,
  { now, period }: { now: number; period: number },
): V5Frame | undefined {
  if (!ANSWERED.has(frame.control)) return undefined;
  const payload = new Uint8Array(10);
  const view = new DataView(payload.buffer);
  payload[0] = frame.payload[0] ?? 0;
  payload[1] = 1;
  view.setUint32(2, Math.floor(now / 1000), true);
  view.setUint32(6, period, true);
  return {
    control: frame.control - 0x30,
    serverSequence: (frame.serverSequence + 1) & 0xff,
    loggerSequence: frame.loggerSequence,
    serial: frame.serial,
    payload,
  };
}

/** Reads the server's answer as a logger does; undefined when it is none. */
export function parseServerAnswer(payload: Uint8Array): { now: number; period: number } | undefined {
  if (payload.length < 10) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  return { now: view.getUint32(2, true) * 1000, period: view.getUint32(6, true) };
}
