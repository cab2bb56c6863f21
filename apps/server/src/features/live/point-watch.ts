import type { LiveEvent } from '@sunfleet/contract';
import type { SampleBlock } from '../../platform/ingest.ts';
import { WatchedDevices } from './watched-devices.ts';

export type PointsEvent = Extract<LiveEvent, { type: 'points' }>;

interface Pending {
  time: number;
  values: Record<string, number>;
  sentAt: number;
  changed: boolean;
}

/** A device's values go out at most so often; what comes between is gathered. */
const SPACING_MS = 500;
const GATHER_MS = 50;

/** Gathers the new values of the devices somebody looks at. */
export class PointWatch {
  readonly #watched = new WatchedDevices();
  readonly #pending = new Map<number, Pending>();
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
      pending.changed = true;
    }
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #pendingOf(device: number): Pending {
    let pending = this.#pending.get(device);
    if (!pending) {
      pending = { time: 0, values: {}, sentAt: -Infinity, changed: false };
      this.#pending.set(device, pending);
    }
    return pending;
  }

  #flush(): void {
    this.#timer = undefined;
    const now = performance.now();
    let waiting = false;
    for (const [deviceId, pending] of this.#pending) {
      if (!pending.changed) continue;
      if (now - pending.sentAt < SPACING_MS) {
        waiting = true;
        continue;
      }
      this.#send({ type: 'points', deviceId, time: pending.time, values: pending.values });
      Object.assign(pending, { values: {}, sentAt: now, changed: false });
    }
    if (waiting) this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
  }
}
