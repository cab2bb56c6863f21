import type { LiveEvent } from '@sunfleet/contract';
import type { SampleBlock } from '../../platform/ingest.ts';
import { WatchedDevices } from './watched-devices.ts';

export type PointsEvent = Extract<LiveEvent, { type: 'points' }>;

interface Pending {
  time: number;
  values: Record<string, number>;
  sentAt: number;
}

/** A device's values go out at most so often; what comes between is gathered. */
const SPACING_MS = 500;
const GATHER_MS = 50;
/**
 * What a device tells is handed to all who watch it, and thousands may watch a thousand devices: in slices, between which everything else has three times as
 * long.
 */
const SLICE_MS = 5;
const REST_MS = 15;
/** Devices that so many watch at most go before all others, which cost more. */
const FEW = 20;

/** Gathers the new values of the devices somebody looks at. */
export class PointWatch {
  readonly #watched = new WatchedDevices();
  readonly #pending = new Map<number, Pending>();
  /** Devices of which something is not sent yet, the oldest first: those that few watch, and all others. */
  readonly #changed = { few: new Set<number>(), many: new Set<number>() };
  readonly #keyOf: (point: number) => string | undefined;
  readonly #send: (event: PointsEvent) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(keyOf: (point: number) => string | undefined, send: (event: PointsEvent) => void) {
    this.#keyOf = keyOf;
    this.#send = send;
  }

  /** Begins to watch devices; the function it returns ends it. */
  watch(devices: Iterable<number>): () => void {
    return this.#watched.watch([...devices], (device) => this.#pending.delete(device));
  }

  take(block: SampleBlock): void {
    if (this.#watched.size === 0) return;
    const { length, devices, points, times, values } = block;
    let current = -1;
    let pending: Pending | undefined;
    for (let row = 0; row < length; row += 1) {
      const device = devices[row] ?? 0;
      if (device !== current) {
        current = device;
        pending = this.#watched.has(device) ? this.#pendingOf(device) : undefined;
      }
      const time = times[row] ?? 0;
      // Buffered samples from before are history, not news.
      if (!pending || time < pending.time) continue;
      const key = this.#keyOf(points[row] ?? 0);
      if (key === undefined) continue;
      pending.time = time;
      pending.values[key] = values[row] ?? 0;
      (this.#watched.count(device) <= FEW ? this.#changed.few : this.#changed.many).add(device);
    }
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #pendingOf(device: number): Pending {
    let pending = this.#pending.get(device);
    if (!pending) {
      pending = { time: 0, values: {}, sentAt: -Infinity };
      this.#pending.set(device, pending);
    }
    return pending;
  }

  #flush(): void {
    const began = performance.now();
    let isWaiting = false;
    for (const changed of [this.#changed.few, this.#changed.many])
      for (const deviceId of changed) {
        if (performance.now() - began > SLICE_MS) {
          this.#timer = setTimeout(() => this.#flush(), REST_MS);
          return;
        }
        const pending = this.#pending.get(deviceId);
        if (pending && began - pending.sentAt < SPACING_MS) {
          isWaiting = true;
          continue;
        }
        changed.delete(deviceId);
        if (pending) this.#sendPending(deviceId, pending, began);
      }
    this.#timer = isWaiting ? setTimeout(() => this.#flush(), GATHER_MS) : undefined;
  }

  #sendPending(deviceId: number, pending: Pending, now: number): void {
    const { time, values } = pending;
    // As one of those that few watch it may have gone before.
    if (Object.keys(values).length === 0) return;
    this.#send({ type: 'points', deviceId, time, values });
    Object.assign(pending, { values: {}, sentAt: now });
  }
}
