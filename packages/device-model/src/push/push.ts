import { pointByKey } from '../catalogue/points.ts';
import { encodeData, parseDataHead } from '../v5/data.ts';
import { V5_CONTROL, V5_HEADER, V5_OVERHEAD, type V5Frame } from '../v5/frame.ts';
import { readText, writeText } from '../v5/text.ts';
import { acquisitionTime, type V5Times } from '../v5/times.ts';
import { readRaw, writeRaw, type PushField } from './fields.ts';
import { PUSH_LAYOUTS, type PushLayout } from './layouts.data.ts';

/** What a device told by itself in a data frame. */
export interface PushedData {
  /** Serial number of the device behind the logger. */
  sn: string;
  /** Values by canonical key, in the units of the catalogue; what cannot be a measurement is absent. */
  values: Record<string, number>;
  /** Epoch ms of the measurement; undefined: the logger does not know the time, so when it came. */
  time: number | undefined;
  /** Kept by the logger while it was offline: never "now". */
  buffered: boolean;
  layout: PushLayout;
}

const bySensorList = new Map(PUSH_LAYOUTS.map((layout) => [layout.sensorList, layout]));

/** Layout of a family's data frames; undefined where none is known. */
export function pushLayoutFor(sensorList: number): PushLayout | undefined {
  return bySensorList.get(sensorList);
}

const SN = /^[0-9A-Za-z][0-9A-Za-z_-]{3,31}$/;

/** Reads a data frame (0x42) of a known layout. Undefined: unknown layout, shorter than it, or without a serial number. */
export function decodePush(frame: V5Frame): PushedData | undefined {
  const head = frame.control === V5_CONTROL.data ? parseDataHead(frame.payload) : undefined;
  const layout = head && bySensorList.get(head.sensorList);
  if (!head || !layout || frame.payload.length + V5_OVERHEAD < layout.frameLength) return undefined;
  const sn = readText(frame.payload, layout.sn.at - V5_HEADER, layout.sn.length);
  if (!SN.test(sn)) return undefined;
  return {
    sn,
    values: valuesOf(layout, frame.payload),
    time: acquisitionTime(head.times),
    buffered: head.buffered,
    layout,
  };
}

function valuesOf(layout: PushLayout, payload: Uint8Array): Record<string, number> {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const values: Record<string, number> = {};
  for (const field of layout.fields) {
    const value = valueOf(field, readRaw(view, field.at - V5_HEADER, field.format));
    if (value !== undefined) values[field.key] = value;
  }
  for (const { key, of } of layout.products ?? []) {
    const [left, right] = [values[of[0]], values[of[1]]];
    if (left !== undefined && right !== undefined) values[key] = round(left * right);
  }
  return values;
}

function valueOf(field: PushField, raw: number): number | undefined {
  if (field.map) return field.map[raw];
  const value = round(raw * field.scale + (field.offset ?? 0));
  const point = pointByKey(field.key);
  if (point?.min !== undefined && value < point.min) return undefined;
  return point?.max !== undefined && value > point.max ? undefined : value;
}

/** Takes the noise of decimal scales away. No layout is finer than a thousandth. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

export interface PushInput {
  layout: PushLayout;
  sn: string;
  /** Values by canonical key; a field without one is written as 0. */
  values: Readonly<Record<string, number>>;
  times: V5Times;
  /** Counter of the logger's data frames. */
  packet: number;
}

/** Payload of a data frame as a logger of that family sends it: the inverse of `decodePush`, for simulators and tests. */
export function encodePush({ layout, sn, values, times, packet }: PushInput): Uint8Array {
  const body = new Uint8Array(layout.frameLength - V5_OVERHEAD - DATA_HEAD);
  const payload = encodeData({ times, sensorList: layout.sensorList, packet, body });
  writeText(payload, layout.sn.at - V5_HEADER, { text: sn, length: layout.sn.length });
  const view = new DataView(payload.buffer);
  for (const field of layout.fields) {
    const raw = rawOf(field, values[field.key]);
    writeRaw(view, { at: field.at - V5_HEADER, format: field.format }, raw);
  }
  return payload;
}

/** Bytes of a data payload before the device's own block. */
const DATA_HEAD = 21;

function rawOf(field: PushField, value: number | undefined): number {
  if (field.map) return Number(Object.entries(field.map).find(([, mapped]) => mapped === value)?.[0] ?? 0);
  return value === undefined ? 0 : Math.round((value - (field.offset ?? 0)) / field.scale);
}
