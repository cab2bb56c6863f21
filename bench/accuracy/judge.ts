import {
  addDays,
  dayOffsets,
  dayRange,
  expectedCurve,
  fitCalibration,
  isLower,
  localDayOf,
  type Believed,
  type DayRows,
  type ExpectedCurve,
  type FittedCalibration,
  type LightSource,
  LIGHT_SOURCES,
  spreadsOf,
  type DayOffsets,
} from '@sunfleet/analysis';
import type { Recorded } from './recorded.ts';

/** How near an expectation came on days that it had not seen. Shares: errors of the capacity, bias of the energy. */
export interface Judged {
  /** Local days that were judged, and hours of daylight of them. */
  days: number;
  hours: number;
  plainBias: number;
  plainRmse: number;
  bias: number;
  rmse: number;
  /** The same without days that lost more than a quarter of what was expected. */
  wholeRmse: number;
  lossDays: number;
  /** Of what the files themselves expect; NaN where they do not. */
  toldRmse: number;
  /** Share of bright rows between P10 and P90, of all days and of those without losses. */
  inside: number;
  wholeInside: number;
  /** Rows with power over the bound, and rows with power. */
  over: number;
  rows: number;
  taught: number;
}

const HOUR_MS = 3_600_000;
const LEAST_OF_DAY = 0.75;

/** Judges a plant by one source: each block of days by what the days before it taught. */
export function judge(plant: Recorded, source: LightSource): Judged {
  const days = daysOf(plant);
  const believed: Believed = Object.fromEntries(LIGHT_SOURCES.map((one) => [one, one === source]));
  const plain = curveOf(plant, believed);
  const hours: Hour[] = [];
  const whole: Hour[] = [];
  let lossDays = 0;
  const counts = { inside: 0, bright: 0, over: 0, rows: 0 };
  const wholeCounts = { ...counts };
  let taught = 0;
  let judged = 0;
  let kept: FittedCalibration | undefined;
  const offsets: DayOffsets[] = [];
  for (let from = plant.first; from < days.length; from += plant.block) {
    const some = days.slice(from, from + plant.block);
    const fresh = fitCalibration({
      ...plant,
      days: days.slice(0, from),
      believed,
      leastDays: Math.min(5, plant.first),
    });
    // A plant that lost a part for weeks is not to be taken for a smaller one.
    const learned = kept && isLower(kept, fresh) ? kept : fresh;
    kept = learned;
    taught = Math.max(taught, learned.sources[source]?.days ?? 0);
    const asLearned = curveOf(plant, believed, learned);
    for (const day of some) {
      judged += 1;
      // Each day's range goes by the days before it.
      const curve = {
        ...asLearned,
        ...rangeOf(plant, believed, { day, learned: { ...learned, spreads: spreadsOf(offsets) } }),
      };
      const found = dayOffsets(asLearned, plant.actual, day);
      if (found && Object.keys(found).length > 0) offsets.push(found);
      const ofDay = hoursOf(plant, day, { plain, curve });
      hours.push(...ofDay);
      countRows(plant, day, curve, counts);
      if (sumOf(ofDay, 'actual') > LEAST_OF_DAY * sumOf(ofDay, 'expected')) {
        whole.push(...ofDay);
        countRows(plant, day, curve, wholeCounts);
      } else if (ofDay.length > 0) lossDays += 1;
    }
  }
  const capacity = plant.station.arrays.reduce((sum, { dcPower }) => sum + dcPower, 0);
  const rmse = (of: readonly Hour[], name: 'plain' | 'expected' | 'told') =>
    Math.sqrt(of.reduce((sum, hour) => sum + (hour.actual - hour[name]) ** 2, 0) / of.length) / capacity;
  const bias = (name: 'plain' | 'expected') => sumOf(whole, name) / sumOf(whole, 'actual') - 1;
  return {
    days: judged,
    hours: hours.length,
    plainBias: bias('plain'),
    plainRmse: rmse(hours, 'plain'),
    bias: bias('expected'),
    rmse: rmse(hours, 'expected'),
    wholeRmse: rmse(whole, 'expected'),
    lossDays,
    toldRmse: rmse(hours, 'told'),
    inside: counts.inside / counts.bright,
    wholeInside: wholeCounts.inside / wholeCounts.bright,
    over: counts.over,
    rows: counts.rows,
    taught,
  };
}

interface Hour {
  actual: number;
  plain: number;
  expected: number;
  told: number;
}

const sumOf = (hours: readonly Hour[], name: keyof Hour) => hours.reduce((sum, hour) => sum + hour[name], 0);

const curveOf = ({ station, times, light }: Recorded, believed: Believed, calibration?: FittedCalibration) =>
  expectedCurve({ station, times, light, believed, ...(calibration ? { calibration } : {}) });

/** P10 and P90 of one day, in columns of all days. */
function rangeOf(
  { station, times, light }: Recorded,
  believed: Believed,
  { day: { from, to }, learned }: { day: DayRows; learned: FittedCalibration },
): Pick<ExpectedCurve, 'p10' | 'p90'> {
  const part = (column: Float64Array | undefined) => column?.subarray(from, to);
  const { poa, ghi, temperature, windSpeed, peers } = light;
  const ofDay = {
    poa: part(poa),
    ghi: part(ghi),
    temperature: part(temperature),
    windSpeed: part(windSpeed),
    peers: part(peers),
  };
  const curve = expectedCurve({
    station,
    times: times.subarray(from, to),
    light: ofDay,
    believed,
    calibration: learned,
  });
  const column = (values: Float64Array) => {
    const whole = new Float64Array(times.length).fill(NaN);
    whole.set(values, from);
    return whole;
  };
  return { p10: column(curve.p10), p90: column(curve.p90) };
}

function daysOf({ times, stepMs, zone }: Recorded): DayRows[] {
  const start = times[0]! - stepMs / 2;
  const days: DayRows[] = [];
  const last = localDayOf(times.at(-1)!, zone);
  for (let day = localDayOf(start, zone); day <= last; day = addDays(day, 1)) {
    const range = dayRange(day, zone);
    days.push({
      day,
      from: Math.max(0, Math.round((range.start - start) / stepMs)),
      to: Math.min(times.length, Math.round((range.end - start) / stepMs)),
    });
  }
  return days;
}

/** Means of the hours of daylight of which every row is known. */
function hoursOf(
  { actual, stepMs, told }: Recorded,
  { from, to }: DayRows,
  { plain, curve }: { plain: ExpectedCurve; curve: ExpectedCurve },
): Hour[] {
  const step = Math.max(1, Math.round(HOUR_MS / stepMs));
  const hours: Hour[] = [];
  for (let row = from; row + step <= to; row += step) {
    const hour: Hour = { actual: 0, plain: 0, expected: 0, told: 0 };
    let lit = 0;
    for (let at = row; at < row + step; at += 1) {
      hour.actual += Math.max(0, actual[at]!) / step;
      hour.plain += plain.p50[at]! / step;
      hour.expected += curve.p50[at]! / step;
      hour.told += (told?.[at] ?? NaN) / step;
      if (curve.bound[at]! > 0) lit += 1;
    }
    const isKnown = !Number.isNaN(hour.actual + hour.plain + hour.expected);
    if (lit === step && isKnown) hours.push(hour);
  }
  return hours;
}

function countRows(
  { actual }: Recorded,
  { from, to }: DayRows,
  { p10, p90, bound, p50 }: ExpectedCurve,
  counts: { inside: number; bright: number; over: number; rows: number },
): void {
  const most = Math.max(...bound.subarray(from, to));
  for (let row = from; row < to; row += 1) {
    const real = actual[row]!;
    if (!(real > 0)) continue;
    counts.rows += 1;
    if (real > bound[row]!) counts.over += 1;
    if (p50[row]! < 0.1 * most) continue;
    counts.bright += 1;
    if (real >= p10[row]! && real <= p90[row]!) counts.inside += 1;
  }
}
