import { pointByKey } from '@sunfleet/device-model';
import { pointKeys } from '../ingest/payloads.ts';

/** How large the fleet is: 300,000 devices, or what `BENCH_DEVICES` says. */
export const DEVICES = Number(process.env.BENCH_DEVICES ?? 300_000);
/** Devices of a station: a logger, and inverters behind it. */
export const PER_STATION = 5;

/** What each device reports, as a large inverter does: its state, its lifetime counter, its fault words and gauges. */
const OWN_KEYS = ['state', 'energy.total', 'fault.w1', 'fault.w2', 'fault.w3', 'fault.w4'];
export const KEYS: readonly string[] = [...OWN_KEYS, ...pointKeys(34)];
export const POINT_IDS: readonly number[] = KEYS.map((key) => pointByKey(key)!.id);

export const serialOf = (device: number) => `GROWTH${String(device).padStart(7, '0')}`;

/** A value of a point: a device that runs and has no fault. */
export function valueOf(place: number, device: number): number {
  if (place === 0) return 3;
  if (place === 1) return 1000 + device / 10;
  return place < OWN_KEYS.length ? 0 : (device + place * 7) % 5000;
}
