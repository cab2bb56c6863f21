import { parseDataHead, type V5DataHead } from './data.ts';
import { V5_HEADER } from './frame.ts';
import { PUSH_LAYOUTS, type PushField, type PushLayout } from './push-layouts.ts';
import { readText, writeText } from './text.ts';
import { acquisitionTime } from './times.ts';

export interface PushedData {
  layout: PushLayout;
  head: V5DataHead;
  /** Serial number of the device behind the logger. */
  sn: string;
  values: Record<string, number>;
  /** Epoch milliseconds; undefined: when it arrived. */
  time: number | undefined;
}

/** Values of a pushed data payload; undefined when its layout is not known. */
export function decodePush(payload: Uint8Array): PushedData | undefined {
  const head = parseDataHead(payload);
  const layout = head && layoutOf(head.sensorList, payload.length + V5_HEADER);
  if (!head || !layout) return undefined;
  const sn = readText(payload, layout.snAt - V5_HEADER, layout.snLength);
  if (sn === '') return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const values: Record<string, number> = {};
  for (const field of layout.fields) {
    const raw = read(view, field);
    const value = field.map ? field.map[raw] : raw * (field.scale ?? 1) + (field.offset ?? 0);
    if (value !== undefined) values[field.key] = Number(value.toPrecision(12));
  }
  return { layout, head, sn, values, time: acquisitionTime(head.times) };
}

/** Writes SN and values into a data payload of the layout, for simulators and tests. */
export function encodePush(
  layout: PushLayout,
  payload: Uint8Array,
  data: { sn: string; values: Readonly<Record<string, number>> },
): void {
  writeText(payload, layout.snAt - V5_HEADER, { text: data.sn, length: layout.snLength });
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  for (const field of layout.fields) {
    const value = data.values[field.key];
    if (value !== undefined) write(view, field, rawOf(field, value));
  }
}

/** Bytes of the device block that a layout needs behind the head of a data payload. */
export function pushBodyLength(layout: PushLayout): number {
  return layout.frameBytes - 0x20;
}

export function pushLayoutById(id: string): PushLayout | undefined {
  return PUSH_LAYOUTS.find((layout) => layout.id === id);
}

function layoutOf(sensorList: number, frameBytes: number): PushLayout | undefined {
  const named = PUSH_LAYOUTS.find((layout) => layout.sensorLists.includes(sensorList));
  return named && frameBytes >= named.frameBytes ? named : undefined;
}

function rawOf(field: PushField, value: number): number {
  if (field.map) return Number(Object.entries(field.map).find(([, mapped]) => mapped === value)?.[0] ?? 0);
  return Math.round((value - (field.offset ?? 0)) / (field.scale ?? 1));
}

function read(view: DataView, { at, type }: PushField): number {
  const offset = at - V5_HEADER;
  const little = type.endsWith('le');
  if (type.startsWith('u32')) return view.getUint32(offset, little);
  return type.startsWith('i16') ? view.getInt16(offset, little) : view.getUint16(offset, little);
}

function write(view: DataView, { at, type }: PushField, raw: number): void {
  const offset = at - V5_HEADER;
  const little = type.endsWith('le');
  if (type.startsWith('u32')) view.setUint32(offset, raw >>> 0, little);
  else view.setInt16(offset, raw, little);
}
