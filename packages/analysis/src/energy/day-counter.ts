import type { TimeRange } from '../time/local-days.ts';
import { counterSteps, type CounterOptions, type CounterStep } from './counter.ts';
import { sortSamples } from './samples.ts';

const MS_W_PER_KWH = 3_600_000_000;
/** After midnight the counter soon passes yesterday's value on a better day; only a short dip is a spike. */
const RETURN_WITHIN_MS = 3_600_000;

/**
 * Steps of a counter that restarts from zero each day at the device's own midnight or when it wakes.
 * As `counterSteps`, but a fall that stays is the daily restart, after which the reading itself is the energy
 * since then: credited as `rollover` when the span could hold it, else left as `reset`.
 */
export function dayCounterSteps(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  opts: Omit<CounterOptions, 'bits' | 'zeroIsNull'> = {},
): CounterStep[] {
  const { times: at, values: readings } = sortSamples(times, values);
  const kwhPerUnit = opts.valuesIn === 'kWh' ? 1 : (opts.scale ?? 1);
  const byTime = new Map(Array.from(at, (time, i) => [time, (readings[i] ?? 0) * kwhPerUnit]));
  const limitW = opts.ratedPowerW === undefined ? Infinity : 1.3 * opts.ratedPowerW;
  const restarted = (step: CounterStep): boolean => {
    const since = byTime.get(step.to) ?? NaN;
    const possible = (limitW * (step.to - step.from)) / MS_W_PER_KWH;
    return since < (byTime.get(step.from) ?? NaN) && since <= Math.max(possible, opts.scale ?? 1);
  };
  const steps = counterSteps(at, readings, { returnWithinMs: RETURN_WITHIN_MS, ...opts });
  for (const step of steps) {
    if (step.kind !== 'reset' || !restarted(step)) continue;
    step.kwh = byTime.get(step.to) ?? 0;
    step.kind = 'rollover';
  }
  return steps;
}

export interface DayCounterInput {
  times: ArrayLike<number>;
  /** Readings in kWh; may begin before the day, which tells yesterday's value from today's. */
  kwh: ArrayLike<number>;
  /** The station's day. */
  day: TimeRange;
  /** The device's clock runs in the station's zone, so that its day is the station's. */
  sameZone: boolean;
  ratedPowerW?: number;
}

function restartsIn(steps: readonly CounterStep[], day: TimeRange): CounterStep[] {
  return steps.filter((step) => step.kind === 'rollover' && step.to >= day.start && step.to < day.end);
}

/**
 * Energy of a station's day from a daily counter, kWh: the fallback where no lifetime counter is known.
 * In the station's zone it is the highest reading after the day's restart, so that energy from before the
 * first reading counts too; in any other zone it is the sum of the steps that end inside the day.
 * Null when the day has no reading.
 */
export function dayCounterEnergy(input: DayCounterInput): number | null {
  const { day, sameZone, ratedPowerW } = input;
  const samples = sortSamples(input.times, input.kwh);
  const inDay = Array.from(samples.times.keys()).filter((i) => {
    const time = samples.times[i] ?? NaN;
    return time >= day.start && time < day.end;
  });
  const first = inDay[0];
  if (first === undefined) return null;
  const opts = {
    valuesIn: 'kWh',
    scale: 0.01,
    ...(ratedPowerW === undefined ? {} : { ratedPowerW }),
  } as const;
  const steps = dayCounterSteps(samples.times, samples.values, opts);
  const stepsInDay = steps.filter((step) => step.to >= day.start && step.to < day.end);
  const risen = stepsInDay.reduce((sum, step) => sum + step.kwh, 0);
  const carriesYesterday = first > 0 && restartsIn(steps, day).length === 0;
  if (!sameZone || carriesYesterday) return risen;
  const spikes = new Set(steps.filter((step) => step.kind === 'spike').map((step) => step.to));
  const since = restartsIn(steps, day)[0]?.to ?? day.start;
  const believed = inDay.filter((i) => {
    const time = samples.times[i] ?? NaN;
    return time >= since && !spikes.has(time);
  });
  return Math.max(...believed.map((i) => samples.values[i] ?? 0));
}
