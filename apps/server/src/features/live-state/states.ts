import type { AlarmLevel, Connection, DeviceLive, StationLive } from '@sunfleet/contract';
import { BALANCE_POINTS, type BelievedReading, idOf } from '../telemetry/index.ts';
import { type DayExpectation, noExpectation } from './day-expectation.ts';
import type { SunWindow } from './device-status.ts';

/** Points a device's state is made of: those of its station's balance, then its lifetime counter, run state and signal. */
export const STATE_POINTS: readonly number[] = [
  ...BALANCE_POINTS,
  idOf('energy.total'),
  idOf('state'),
  idOf('signal.strength'),
];
export const COUNTER_SLOT = BALANCE_POINTS.length;
export const RUN_STATE_SLOT = COUNTER_SLOT + 1;
export const SIGNAL_SLOT = COUNTER_SLOT + 2;

/** Place of a point among the values of a state, -1 for points that play no part. */
export const SLOT_OF: Int8Array = (() => {
  const slots = new Int8Array(65_536).fill(-1);
  for (const [slot, point] of STATE_POINTS.entries()) slots[point] = slot;
  return slots;
})();

/** Steps between messages that are remembered to learn how often a device reports. */
const STEPS_KEPT = 8;
const DEFAULT_INTERVAL_MS = 5 * 60_000;

/** What is known of a device right now. */
export interface DeviceState {
  readonly id: number;
  /** By the order of `STATE_POINTS`; NaN where unknown. */
  readonly values: Float64Array;
  readonly times: Float64Array;
  lastDataAt: number;
  lastSeenAt: number;
  connection: Connection | null;
  connected: boolean;
  signal: number | null;
  /** Alarms of the device that stand, tips apart, and all of them. */
  faults: number;
  openAlarms: number;
  /** Milliseconds between its last messages. */
  readonly steps: number[];
  interval: number | null;
  /** Energy of the local day that began at `start`, as rolled up when the counter stood at `counter`. */
  day: { start: number; kwh: number; counter: number };
  /** Newest reading of its lifetime counter that is believed; undefined while none is. */
  lifetime: BelievedReading | undefined;
  publishedAt: number;
  published: DeviceLive | undefined;
}

export function newDeviceState(id: number, interval: number | null): DeviceState {
  return {
    id,
    values: new Float64Array(STATE_POINTS.length).fill(NaN),
    times: new Float64Array(STATE_POINTS.length),
    lastDataAt: 0,
    lastSeenAt: 0,
    connection: null,
    connected: false,
    signal: null,
    faults: 0,
    openAlarms: 0,
    steps: [],
    interval,
    day: { start: NaN, kwh: NaN, counter: NaN },
    lifetime: undefined,
    publishedAt: 0,
    published: undefined,
  };
}

export interface Period {
  start: number;
  kwh: number;
}

/** What is known of a station beside its devices. */
export interface StationState {
  readonly id: number;
  alarms: Record<AlarmLevel, number>;
  day: Period;
  month: Period;
  year: Period;
  /** Whether today's figure is a meter's: then inverter counters may not add to it. */
  metered: boolean;
  sun: SunWindow & { dayStart: number; dayEnd: number };
  expectation: DayExpectation;
  publishedAt: number;
  published: StationLive | undefined;
}

export function newStationState(id: number): StationState {
  const none = () => ({ start: NaN, kwh: NaN });
  return {
    id,
    alarms: { emergency: 0, general: 0, tip: 0 },
    day: none(),
    month: none(),
    year: none(),
    metered: false,
    sun: { sunrise: null, sunset: null, polar: 'day', dayStart: NaN, dayEnd: NaN },
    expectation: noExpectation(),
    publishedAt: 0,
    published: undefined,
  };
}

/** Takes a value that is not older than the one known. */
export function takeValue(state: DeviceState, slot: number, sample: { time: number; value: number }): void {
  if (sample.time < (state.times[slot] ?? 0)) return;
  state.times[slot] = sample.time;
  state.values[slot] = sample.value;
}

/** Notes a message at `time`; older ones (buffered, imported) say nothing of now. */
export function takeMessage(state: DeviceState, time: number): void {
  if (time <= state.lastDataAt) return;
  if (state.lastDataAt > 0) {
    state.steps.push(time - state.lastDataAt);
    if (state.steps.length > STEPS_KEPT) state.steps.shift();
  }
  state.lastDataAt = time;
}

/** Milliseconds between messages: what the device says, else the median of its last steps. */
export function intervalOf(state: DeviceState): number {
  if (state.interval !== null) return state.interval;
  if (state.steps.length < 3) return DEFAULT_INTERVAL_MS;
  const sorted = state.steps.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? DEFAULT_INTERVAL_MS;
}
