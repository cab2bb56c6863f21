import { DeviceState, NUMBERS_OF_DEVICE } from './device-state.ts';

/** Devices that are kept in mind at most; the oldest go first. */
const MOST_KEPT = 10_000;

/**
 * States of devices that were heard of before the fleet knew them: that a device was added is told a moment after, and by another way than
 * what it sends.
 */
export class EarlyStates {
  readonly #states = new Map<number, DeviceState>();

  has(deviceId: number): boolean {
    return this.#states.has(deviceId);
  }

  /** The state of a device, made where there was none. */
  stateOf(deviceId: number): DeviceState {
    const known = this.#states.get(deviceId);
    if (known) return known;
    const state = new DeviceState(deviceId, null, new Float64Array(NUMBERS_OF_DEVICE).fill(NaN));
    this.#states.set(deviceId, state);
    if (this.#states.size > MOST_KEPT) this.#states.delete(this.#states.keys().next().value!);
    return state;
  }

  /** The state of a device, which is forgotten here. */
  take(deviceId: number): DeviceState | undefined {
    const state = this.#states.get(deviceId);
    this.#states.delete(deviceId);
    return state;
  }
}
