import { median, quantile } from '../stats/quantile.ts';

export type CleanCriterion = 'shift' | 'precip' | 'precipAndShift' | 'precipOrShift';

export interface SrrDaysInput {
  /** Of each day, epoch ms, one after the other without a gap; of local days their dates as if in UTC. */
  times: Float64Array;
  /** Energy against what was expected, or the ratio of a soiling sensor. */
  energyNormalizedDaily: Float64Array;
  /** On the plane, in any unit. */
  insolationDaily: Float64Array;
  /** In any unit; without it there is none. */
  precipitationDaily?: Float64Array;
  /** Days of the median that shifts are told by, odd; 13 unless told. */
  dayScale?: number;
  /** Shift of a cleaning; told by the spread of all shifts unless told. */
  cleanThreshold?: number;
  /** Whether values are divided by the median of the first year; true unless told. */
  recenter?: boolean;
  /** What a cleaning is; `shift` unless told. */
  cleanCriterion?: CleanCriterion;
  /** More rain may clean; 0.01 unless told. */
  precipThreshold?: number;
  /** Interquartile ranges beyond the third quartile of shifts that are a cleaning; 1.5 unless told. */
  outlierFactor?: number;
}

/** Days from the first to the last known one. */
export interface SrrDays {
  times: Float64Array;
  renormalizingFactor: number;
  /** 0 where it is not known. */
  normalized: Float64Array;
  insolation: Float64Array;
  /** Change of the rolling median; 0 where it is not known. */
  shift: Float64Array;
  /** Number of the interval between two cleanings. */
  run: Uint32Array;
}

const DAY_MS = 86_400_000;
const FIRST_YEAR_DAYS = 365;

const zeroed = (values: Float64Array) => values.map((value) => (Number.isNaN(value) ? 0 : value));

/** Unknown days as the last known one, `limit` of them at most. */
function filled(values: Float64Array, limit: number): Float64Array {
  let last = -Infinity;
  return values.map((value, day) => {
    if (!Number.isNaN(value)) last = day;
    return day - last <= limit ? values[last]! : NaN;
  });
}

/** Median of the days around each one; NaN where one of them is unknown or missing. */
function rollingMedian(values: Float64Array, window: number): Float64Array {
  const before = Math.floor(window / 2);
  return values.map((_, day) => {
    const around = values.subarray(Math.max(0, day - before), day - before + window);
    return day < before || around.length < window || around.some(Number.isNaN) ? NaN : median(around);
  });
}

/** Whether a day is the last one before an outage longer than `limit`, or the first one after it. */
function isAtOutage(values: Float64Array, limit: number): (day: number) => boolean {
  const isUnknown = (from: number, to: number) => values.subarray(Math.max(0, from), to).every(Number.isNaN);
  const last = values.length - 1;
  return (day) =>
    !Number.isNaN(values[day]!) &&
    ((day < last && isUnknown(day + 1, day + 2 + limit)) || (day > 0 && isUnknown(day - 1 - limit, day)));
}

function isCleaning(shifts: Float64Array, rain: Float64Array, input: SrrDaysInput): (day: number) => boolean {
  const { cleanCriterion = 'shift', precipThreshold = 0.01, outlierFactor = 1.5 } = input;
  const sizes = shifts.map(Math.abs);
  const third = quantile(sizes, 0.75);
  const threshold = input.cleanThreshold ?? third + outlierFactor * (third - quantile(sizes, 0.25));
  const hasShift = (day: number) => shifts[day]! > threshold;
  const hasRain = (day: number) => rain[day]! > precipThreshold;
  if (cleanCriterion === 'shift') return hasShift;
  if (cleanCriterion === 'precip') return hasRain;
  if (cleanCriterion === 'precipOrShift') return (day) => hasShift(day) || hasRain(day);
  return (day) => hasShift(day) && [day - 1, day, day + 1].some(hasRain);
}

/** Throws where series differ in length, days are missing or nothing is known. */
function knownDays({ times, energyNormalizedDaily, insolationDaily, precipitationDaily }: SrrDaysInput) {
  const rain = precipitationDaily ?? new Float64Array(times.length);
  for (const [name, values] of Object.entries({
    energyNormalizedDaily,
    insolationDaily,
    precipitationDaily: rain,
  }))
    if (values.length !== times.length)
      throw new RangeError(`${name} has ${values.length} values, times has ${times.length}`);
  if (times.some((time, day) => day > 0 && times[day - 1]! + DAY_MS !== time))
    throw new RangeError('times: one day after the other');
  const known = [...energyNormalizedDaily.keys()].filter((day) => !Number.isNaN(energyNormalizedDaily[day]!));
  if (known.length === 0) throw new RangeError('energyNormalizedDaily: nothing is known');
  const [from, to] = [known[0]!, known.at(-1)! + 1];
  const cut = (values: Float64Array) => values.slice(from, to);
  return {
    times: cut(times),
    energy: cut(energyNormalizedDaily),
    insolation: cut(insolationDaily),
    rain: cut(rain),
  };
}

/** Days with the intervals between cleanings. */
export function srrDays(input: SrrDaysInput): SrrDays {
  const { dayScale = 13, recenter = true } = input;
  const { times, energy, insolation, rain } = knownDays(input);
  const renormalizingFactor = recenter ? median(energy.subarray(0, FIRST_YEAR_DAYS)) : 1;
  const normalized = energy.map((value) => value / renormalizingFactor);
  const medians = rollingMedian(filled(normalized, dayScale), dayScale);
  const shifts = medians.map((value, day) => (day === 0 ? NaN : value - medians[day - 1]!));
  const cleans = isCleaning(shifts, rain, input);
  const atOutage = isAtOutage(normalized, dayScale);
  let run = 0;
  return {
    times,
    renormalizingFactor,
    normalized: zeroed(normalized),
    insolation: zeroed(insolation),
    shift: zeroed(shifts),
    run: Uint32Array.from(times, (_, day) => {
      if (cleans(day) || atOutage(day)) run += 1;
      return run;
    }),
  };
}
