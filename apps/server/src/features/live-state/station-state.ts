import type { AlarmLevel } from '@sunfleet/contract';
import type { ComputedDay } from '../expected-power/index.ts';
import { OF_STATION } from './announced.ts';
import { type DayExpectation, noExpectation } from './day-expectation.ts';
import type { SunWindow } from './device-status.ts';

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
  /** kWh by the start of each year, where no counter tells of its life; undefined while they are not read. */
  years?: Map<number, number>;
  /** Start of the local day for which the periods have begun. */
  periodsOf: number;
  /** Whether today's figure is a meter's: then inverter counters may not add to it. */
  metered: boolean;
  sun: SunWindow & { dayStart: number; dayEnd: number };
  expectation: DayExpectation;
  /** What the curve of its day says, as far as it is computed. */
  computed?: ComputedDay;
  /** When it was announced last, by `performance.now()`; NaN before the first time. */
  announcedAt: number;
  /** Not to be looked at before, by `performance.now()`. */
  restsUntil: number;
  /** What was announced of it, as numbers. */
  readonly announced: Float64Array;
}

/** Numbers of a station that are kept in rows. */
export const NUMBERS_OF_STATION = OF_STATION.length;

export function newStationState(id: number, announced: Float64Array): StationState {
  const none = () => ({ start: NaN, kwh: NaN });
  return {
    id,
    alarms: { emergency: 0, general: 0, tip: 0 },
    day: none(),
    month: none(),
    year: none(),
    periodsOf: NaN,
    metered: false,
    sun: { sunrise: null, sunset: null, polar: 'day', dayStart: NaN, dayEnd: NaN },
    expectation: noExpectation(),
    announcedAt: NaN,
    restsUntil: -Infinity,
    announced,
  };
}
