import { performance } from 'node:perf_hooks';
import type { LatestValues } from './device-latest.ts';

/** What nobody used for so long is let go of; for up to twice as long it may still be there. */
const SPAN_MS = 10 * 60_000;
/** A span ends early when so many devices were used in it. */
const MOST_OF_SPAN = 25_000;

/**
 * Newest values of the devices that lately reported, or that somebody asked for. Others cost no memory, and are read from the store again when
 * they are asked for. What is not written yet always stays.
 */
export class RecentDevices {
  /** Used in this span, and in the one before but not in this. */
  #used = new Map<number, LatestValues>();
  #before = new Map<number, LatestValues>();
  #began = performance.now();

  get(id: number): LatestValues | undefined {
    const used = this.#used.get(id);
    if (used) return used;
    const device = this.#before.get(id);
    if (!device) return undefined;
    this.#before.delete(id);
    this.#used.set(id, device);
    return device;
  }

  /** Without using it. */
  has(id: number): boolean {
    return this.#used.has(id) || this.#before.has(id);
  }

  set(device: LatestValues): void {
    this.#used.set(device.id, device);
  }

  delete(id: number): void {
    this.#used.delete(id);
    this.#before.delete(id);
  }

  get size(): number {
    return this.#used.size + this.#before.size;
  }

  /** Call it now and then, best when nothing is unwritten. */
  age(now = performance.now()): void {
    if (now - this.#began < SPAN_MS && this.#used.size < MOST_OF_SPAN) return;
    this.#began = now;
    for (const [id, device] of this.#before) if (device.dirty) this.#used.set(id, device);
    this.#before = this.#used;
    this.#used = new Map();
  }
}
