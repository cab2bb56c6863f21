import type { Connection, DeviceLive } from '@sunfleet/contract';
import type { BelievedReading } from '../telemetry/index.ts';
import { keepNumbers, OF_DEVICE } from './announced.ts';
import { takePast, type BackFill } from './back-filling.ts';
import { MOST_OF_SLOT, STATE_POINTS } from './state-points.ts';

/** Steps between messages that are remembered to learn how often a device reports. */
const STEPS_KEPT = 8;
const DEFAULT_INTERVAL_MS = 5 * 60_000;

/** Places of the numbers of a device. Its values are first, so that its numbers serve as its values. */
const TIMES = STATE_POINTS.length;
const LAST_DATA = 2 * STATE_POINTS.length;
const LAST_SEEN = LAST_DATA + 1;
const DAY_START = LAST_DATA + 2;
const DAY_KWH = LAST_DATA + 3;
const DAY_COUNTER = LAST_DATA + 4;
const LIFETIME_KWH = LAST_DATA + 5;
const LIFETIME_AT = LAST_DATA + 6;
const LIFETIME_IS_NEWEST = LAST_DATA + 7;
const LEARNED_INTERVAL = LAST_DATA + 8;
const ANNOUNCED_AT = LAST_DATA + 9;
const CHANGES_AT = LAST_DATA + 10;
const PAST_SINCE = LAST_DATA + 11;
const PAST_LAG = LAST_DATA + 12;
const PAST_AT = LAST_DATA + 13;
const PAST_UNTIL = LAST_DATA + 14;
const STEPS = LAST_DATA + 15;
const ANNOUNCED = STEPS + STEPS_KEPT;
export const NUMBERS_OF_DEVICE = ANNOUNCED + OF_DEVICE.length;

/** Energy of the local day that began at `start`, as rolled up when the counter stood at `counter`. */
export interface DayEnergy {
  start: number;
  kwh: number;
  counter: number;
}

/** What is known of a device right now. Its numbers are a row of a large array, because there are very many devices. */
export class DeviceState {
  readonly id: number;
  connection: Connection | null = null;
  connected = false;
  signal: number | null = null;
  /** Alarms of the device that stand, tips apart, and all of them. */
  faults = 0;
  openAlarms = 0;
  /** Milliseconds between its messages as it says itself. */
  readonly #interval: number | null;
  readonly #row: Float64Array;
  #steps = 0;

  /** `row`: numbers of its own, NaN all of them. */
  constructor(id: number, interval: number | null, row: Float64Array) {
    this.id = id;
    this.#interval = interval;
    this.#row = row;
    row.fill(0, TIMES, LAST_SEEN + 1);
  }

  /** Goes on with what was heard of the device before. */
  continue(early: DeviceState): void {
    this.#row.set(early.#row);
    this.#steps = early.#steps;
    this.connection = early.connection;
    this.connected = early.connected;
    this.signal = early.signal;
  }

  /** By the order of `STATE_POINTS`, NaN where unknown. What stands behind them is something else. */
  get values(): Float64Array {
    return this.#row;
  }

  /** When the value of a slot was measured; 0 where it is unknown. */
  timeOf(slot: number): number {
    return this.#row[TIMES + slot]!;
  }

  /** Takes a value that is not older than the one known. One beyond belief is unknown: it would stand in the sums of all who see its station. */
  takeValue(slot: number, time: number, value: number): void {
    if (time < this.timeOf(slot)) return;
    this.#row[TIMES + slot] = time;
    this.#row[slot] = Math.abs(value) <= MOST_OF_SLOT[slot]! ? value : NaN;
  }

  forgetValue(slot: number): void {
    this.#row[TIMES + slot] = 0;
    this.#row[slot] = NaN;
  }

  get lastDataAt(): number {
    return this.#row[LAST_DATA]!;
  }

  set lastDataAt(time: number) {
    this.#row[LAST_DATA] = time;
  }

  get lastSeenAt(): number {
    return this.#row[LAST_SEEN]!;
  }

  set lastSeenAt(time: number) {
    this.#row[LAST_SEEN] = time;
  }

  /** Notes a message at `time`; older ones (buffered, imported) say nothing of now. */
  takeMessage(time: number): void {
    const last = this.lastDataAt;
    if (time <= last) return;
    this.lastDataAt = time;
    if (last <= 0) return;
    this.#row[STEPS + (this.#steps % STEPS_KEPT)] = time - last;
    this.#steps += 1;
    const steps = this.#row.slice(STEPS, STEPS + Math.min(this.#steps, STEPS_KEPT)).sort();
    if (steps.length >= 3) this.#row[LEARNED_INTERVAL] = steps[Math.floor(steps.length / 2)]!;
  }

  /** Notes that its newest message, which came now, is of the past. */
  takePast(now: number, silence: number): void {
    const row = this.#row;
    const lag = now - this.lastDataAt;
    const { since, lag: first, at, until } = takePast(this.#backFill, { lag, now, silence });
    row[PAST_SINCE] = since;
    row[PAST_LAG] = first;
    row[PAST_AT] = at;
    row[PAST_UNTIL] = until;
  }

  get #backFill(): BackFill | undefined {
    const row = this.#row;
    const at = row[PAST_AT]!;
    if (Number.isNaN(at)) return undefined;
    return { since: row[PAST_SINCE]!, lag: row[PAST_LAG]!, at, until: row[PAST_UNTIL]! };
  }

  /** It sends what it measured while it was away until then, epoch milliseconds; NaN: it never did. */
  get pastUntil(): number {
    return this.#row[PAST_UNTIL]!;
  }

  /** Lets go of what it measured before a time. What it is connected by stays, and when it was seen. */
  forgetBefore(time: number): void {
    for (let slot = 0; slot < STATE_POINTS.length; slot += 1)
      if (this.timeOf(slot) < time) this.forgetValue(slot);
    this.lastSeenAt = Math.max(this.lastSeenAt, this.lastDataAt);
    if (this.lastDataAt < time) this.lastDataAt = 0;
    if ((this.lifetime?.at ?? time) < time) this.lifetime = undefined;
    this.day = { start: NaN, kwh: NaN, counter: NaN };
    this.forgetSteps();
  }

  forgetSteps(): void {
    this.#steps = 0;
    this.#row[LEARNED_INTERVAL] = NaN;
  }

  /** Milliseconds between messages: what the device says, else the median of its last steps. */
  get interval(): number {
    if (this.#interval !== null) return this.#interval;
    const learned = this.#row[LEARNED_INTERVAL]!;
    return Number.isNaN(learned) ? DEFAULT_INTERVAL_MS : learned;
  }

  get day(): DayEnergy {
    const row = this.#row;
    return { start: row[DAY_START]!, kwh: row[DAY_KWH]!, counter: row[DAY_COUNTER]! };
  }

  set day({ start, kwh, counter }: DayEnergy) {
    const row = this.#row;
    row[DAY_START] = start;
    row[DAY_KWH] = kwh;
    row[DAY_COUNTER] = counter;
  }

  /** Newest reading of its lifetime counter that is believed; undefined while none is. */
  get lifetime(): BelievedReading | undefined {
    const row = this.#row;
    const at = row[LIFETIME_AT]!;
    return Number.isNaN(at)
      ? undefined
      : { kwh: row[LIFETIME_KWH]!, at, isNewest: row[LIFETIME_IS_NEWEST] === 1 };
  }

  set lifetime(reading: BelievedReading | undefined) {
    const row = this.#row;
    row[LIFETIME_KWH] = reading?.kwh ?? NaN;
    row[LIFETIME_AT] = reading?.at ?? NaN;
    row[LIFETIME_IS_NEWEST] = reading?.isNewest ? 1 : 0;
  }

  /** When it was announced last, by `performance.now()`; NaN before the first time. */
  get announcedAt(): number {
    return this.#row[ANNOUNCED_AT]!;
  }

  set announcedAt(at: number) {
    this.#row[ANNOUNCED_AT] = at;
  }

  /** Epoch milliseconds: until then it stays as it was announced if nothing is heard of it. NaN: nobody has looked yet. */
  get changesAt(): number {
    return this.#row[CHANGES_AT]!;
  }

  set changesAt(time: number) {
    this.#row[CHANGES_AT] = time;
  }

  /** Keeps what is announced of it; answers whether anything changed. */
  keepAnnounced(live: DeviceLive): boolean {
    return keepNumbers(OF_DEVICE, live, this.#row, ANNOUNCED);
  }
}
