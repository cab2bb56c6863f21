import { V5_HEADER } from './frame.ts';
import { readText, writeText } from './text.ts';
import { readTimes, writeTimes, type V5Times } from './times.ts';

/** What a logger says of itself when it connects and every three hours. Fields a short variant lacks are undefined. */
export interface V5Hello {
  times: V5Times;
  uploadMinutes: number;
  collectSeconds: number;
  heartbeatSeconds: number;
  maxDevices: number;
  /** Percent. */
  signal: number;
  firmware: string;
  mac: string | undefined;
  ip: string | undefined;
  /** Code of the connected device family; selects the layout of data frames. */
  sensorList: number | undefined;
  hardware: string | undefined;
  ssid: string | undefined;
}

/** Field offsets as documented, from the start of the frame. */
const AT = {
  upload: 0x18,
  collect: 0x19,
  heartbeat: 0x1a,
  devices: 0x1b,
  signal: 0x1c,
  firmware: 0x1e,
  mac: 0x46,
  ip: 0x4c,
  sensor: 0x5f,
  hardware: 0x64,
  ssid: 0xb7,
};
const at = (field: keyof typeof AT) => AT[field] - V5_HEADER;

/** Reads a hello payload, however short its variant; undefined when even the firmware text is missing. */
export function parseHello(payload: Uint8Array): V5Hello | undefined {
  const times = readTimes(payload);
  if (!times || payload.length < at('firmware') + 20) return undefined;
  const has = (field: keyof typeof AT, length: number) => payload.length >= at(field) + length;
  const firmware = readText(payload, at('firmware'), 40);
  const listed = has('sensor', 2) ? payload[at('sensor')]! | (payload[at('sensor') + 1]! << 8) : undefined;
  return {
    times,
    uploadMinutes: payload[at('upload')]!,
    collectSeconds: payload[at('collect')]!,
    heartbeatSeconds: payload[at('heartbeat')]!,
    maxDevices: payload[at('devices')]!,
    signal: Math.min(payload[at('signal')]!, 100),
    firmware,
    mac: has('mac', 6) ? macText(payload.subarray(at('mac'), at('mac') + 6)) : undefined,
    ip: has('ip', 16) ? readText(payload, at('ip'), 16) : undefined,
    sensorList: listed || sensorListOfFirmware(firmware),
    hardware: has('hardware', 10) ? readText(payload, at('hardware'), 40) : undefined,
    ssid: has('ssid', 4) ? readText(payload, at('ssid'), 40) : undefined,
  };
}

/** The third token of a firmware name is the sensor list: `LSW5BLE_17_02B0_1.05` -> 0x02B0. */
export function sensorListOfFirmware(firmware: string): number | undefined {
  const token = firmware.split('_')[2];
  return token && /^[0-9A-Fa-f]{4}$/.test(token) ? Number.parseInt(token, 16) : undefined;
}

/** Payload of the long hello variant (212 bytes). */
export function encodeHello(hello: V5Hello): Uint8Array {
  const payload = new Uint8Array(212);
  writeTimes(payload, hello.times);
  payload[at('upload')] = hello.uploadMinutes;
  payload[at('collect')] = hello.collectSeconds;
  payload[at('heartbeat')] = hello.heartbeatSeconds;
  payload[at('devices')] = hello.maxDevices;
  payload[at('signal')] = hello.signal;
  writeText(payload, at('firmware'), { text: hello.firmware, length: 40 });
  if (hello.mac)
    payload.set(
      hello.mac.split(':').map((byte) => Number.parseInt(byte, 16)),
      at('mac'),
    );
  writeText(payload, at('ip'), { text: hello.ip ?? '', length: 16 });
  payload[0x5e - V5_HEADER] = 1;
  payload[at('sensor')] = (hello.sensorList ?? 0) & 0xff;
  payload[at('sensor') + 1] = (hello.sensorList ?? 0) >>> 8;
  writeText(payload, at('hardware'), { text: hello.hardware ?? '', length: 40 });
  writeText(payload, at('ssid'), { text: hello.ssid ?? '', length: 40 });
  return payload;
}

function macText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':');
}
