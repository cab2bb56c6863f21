import { expectedPower, isSameReading, prepareSteps, type PvStation, STUCK_MS } from '@sunfleet/analysis';
import type { SunWindow } from './device-status.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** For so long single steps are kept. */
export const RECENT_MS = HOUR_MS;
const STEP_MS = 5 * MINUTE_MS;
/** A longer past, as after a start, is caught up in larger steps. */
const PAST_STEP_MS = 15 * MINUTE_MS;
/** A day whose sensor was silent for longer in daylight has no irradiation. */
const SILENCE_MS = 20 * MINUTE_MS;

/** What the sun should have given a station since its local midnight. */
export interface DayExpectation {
  dayStart: number;
  /** Up to when it is summed. */
  until: number;
  /** kWh by the measured irradiance, else by a clear sky. */
  kwh: number;
  /** kWh of it by a clear sky. */
  clear: number;
  /** Steps of the last hour: when each began, and its kWh. */
  recent: { from: number; kwh: number }[];
  /** Measured irradiation on the modules, kWh/m²; NaN where the day was not measured. */
  irradiation: number;
  /** Milliseconds of daylight without a reading of a sensor, up to now. */
  silence: number;
  /** The last reading of light, W/m², and for how many milliseconds of daylight it has been the same. */
  reading: number;
  same: number;
}

/** Readings of a station's sensors, W/m² and °C; NaN where there is none. */
export interface Weather {
  poa: number;
  ghi: number;
  ambient: number;
}

export const noExpectation = (): DayExpectation => ({
  dayStart: NaN,
  until: NaN,
  kwh: NaN,
  clear: NaN,
  recent: [],
  irradiation: NaN,
  silence: 0,
  reading: NaN,
  same: 0,
});

interface Circumstances {
  now: number;
  sun: SunWindow & { dayStart: number };
  station: PvStation;
  /** What the sensors say of a time; undefined where they say nothing. */
  weather: (time: number) => Weather | undefined;
}

/**
 * Sums on to now in whole steps, between which others may have their turn: a day of hundreds of arrays takes some tenths of a second. Answers whether the sums
 * have changed.
 */
export function* advanceSteps(
  day: DayExpectation,
  at: Circumstances,
): Generator<undefined, boolean, undefined> {
  const { dayStart } = at.sun;
  const isNew = day.dayStart !== dayStart;
  if (isNew)
    Object.assign(day, {
      dayStart,
      until: dayStart,
      recent: [],
      kwh: 0,
      clear: 0,
      irradiation: 0,
      silence: 0,
    });
  const before = day.kwh;
  if (at.now - day.until >= STEP_MS) yield* prepareSteps(at.station);
  while (at.now - day.until >= STEP_MS) {
    const step = at.now - day.until >= HOUR_MS ? PAST_STEP_MS : STEP_MS;
    if (isLight(at.sun, day.until + step / 2)) {
      yield;
      addStep(day, step, at);
    }
    day.until += step;
  }
  return isNew || day.kwh !== before;
}

function isLight({ sunrise, sunset, polar }: SunWindow, time: number): boolean {
  if (sunrise === null || sunset === null) return polar !== 'night';
  return time > sunrise && time < sunset;
}

/** What the sensors say, as long as they do not hang. */
function believed(day: DayExpectation, step: number, seen: Weather | undefined): Weather | undefined {
  if (!seen) return undefined;
  const reading = Number.isNaN(seen.poa) ? seen.ghi : seen.poa;
  day.same = isSameReading(reading, day.reading) ? day.same + step : 0;
  day.reading = reading;
  return day.same >= STUCK_MS ? undefined : seen;
}

function addStep(day: DayExpectation, step: number, { station, weather }: Circumstances): void {
  const time = day.until + step / 2;
  const seen = believed(day, step, weather(time));
  const made = expectedPower(
    seen ? { time, station, irradiance: seen, ambient: { temperature: seen.ambient } } : { time, station },
  );
  const hours = step / HOUR_MS / 1000;
  const kwh = made.power * hours;
  day.kwh += kwh;
  if (made.source === 'clearSky') day.clear += kwh;
  day.recent = [...day.recent.filter(({ from }) => day.until - from < RECENT_MS), { from: day.until, kwh }];
  if (made.source !== 'clearSky') day.irradiation += made.poa * hours;
  day.silence = made.source === 'clearSky' ? day.silence + step : 0;
  if (day.silence > SILENCE_MS) day.irradiation = NaN;
}
