import type { TimeRange } from '../time/local-days.ts';
import { expectedPower, type Ambient, type MeasuredIrradiance, type PvStation } from './expected-power.ts';

/** Sensor readings at one instant, epoch ms. */
export interface WeatherSample extends MeasuredIrradiance, Ambient {
  time: number;
}

export interface ExpectedBandInput {
  /** Usually a local day, from `dayRange`. */
  range: TimeRange;
  station: PvStation;
  /** Sensor readings in time order; without them only the clear-sky bound is known. */
  weather?: readonly WeatherSample[];
  /** 5 min unless told. */
  stepMs?: number;
}

/** Equal length arrays: epoch ms and W. */
export interface ExpectedBand {
  times: Float64Array;
  /** What the clear sky would give: the upper bound of an ordinary day. */
  upper: Float64Array;
  /** What the sensors' irradiance should give; NaN where no reading is near. */
  expected: Float64Array;
}

const FIVE_MINUTES_MS = 5 * 60_000;
/** A reading stands for a point at most this many steps away. */
const NEAR_STEPS = 1.5;

/** The reading nearest to `time`, searching on from `from`. */
function nearestIndex(weather: readonly WeatherSample[], time: number, from: number): number {
  let index = from;
  const distance = (i: number) => Math.abs((weather[i]?.time ?? Infinity) - time);
  while (index + 1 < weather.length && distance(index + 1) <= distance(index)) index++;
  return index;
}

/** Clear-sky bound and modelled expectation of a station over a range, a point each step. */
export function expectedBand(input: ExpectedBandInput): ExpectedBand {
  const { range, station, weather = [], stepMs = FIVE_MINUTES_MS } = input;
  const length = Math.max(0, Math.ceil((range.end - range.start) / stepMs));
  const times = Float64Array.from({ length }, (_, i) => range.start + i * stepMs);
  const upper = new Float64Array(length);
  const expected = new Float64Array(length).fill(NaN);
  let near = 0;
  for (const [i, time] of times.entries()) {
    near = nearestIndex(weather, time, near);
    const sample = weather[near];
    const isNear = sample !== undefined && Math.abs(sample.time - time) <= NEAR_STEPS * stepMs;
    const ambient = isNear ? sample : {};
    upper[i] = expectedPower({ time, station, ambient }).power;
    if (isNear && (Number.isFinite(sample.poa) || Number.isFinite(sample.ghi)))
      expected[i] = expectedPower({ time, station, ambient, irradiance: sample }).power;
  }
  return { times, upper, expected };
}
