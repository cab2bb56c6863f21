import {
  bucketEnergy,
  counterSteps,
  dayCounterSteps,
  decideEnergy,
  gapLimit,
  powerSteps,
  spreadByShape,
  type CountedBy,
  type CounterOptions,
  type CounterStep,
  type SourceSteps,
} from '@sunfleet/analysis';
import type { EnergySource } from '@sunfleet/contract';
import { BUCKET_MS, ceilBucket, floorBucket, type BelievedReading, type Cells } from './energy-cells.ts';
import { powerSeries } from './flow-power.ts';
import type { FlowSource } from './flow-sources.ts';
import type { Series } from './series.ts';

/** Samples of a device by point id. */
export type SeriesByPoint = ReadonlyMap<number, Series>;

export interface EnergyInput {
  source: FlowSource;
  series: SeriesByPoint;
  /** W; null where unknown. */
  ratedPower: number | null;
  /** Highest power in W that is usual for a flow that no rating bounds. */
  likelyPower: number;
  /** W above which a power is believed only where it is usual. */
  mostPower: number;
  /** Begin of the local day that holds a time. */
  dayStart(time: number): number;
  /** Bucket starts wanted, half open, on bucket borders. */
  window: { start: number; end: number };
  /** Counters in the order of preference, those left out are not asked; absent: the usual order. */
  order?: readonly CountedBy[];
  /** Relative expected power at a time, for laying energy over a gap; constant for what the sun does not drive. */
  shape(time: number): number;
}

/** Five-minute cells of one flow of a device, and what they stand on. */
export interface FlowEnergy {
  /** Empty when no point says anything. */
  cells: Cells;
  /** Some reading is not believed or some energy unknown: readings further away may tell more. */
  isDoubtful: boolean;
  /** Of the lifetime counter; undefined when the energy comes from something else or no reading is believed. */
  counter: BelievedReading | undefined;
}

/**
 * Five-minute cells of one flow of a device: energy of counters (meter, lifetime), else of the daily counter, else the
 * integral of power. Energy of a gap is laid over the whole buckets inside it as `spread`. What is unknown is NaN.
 */
export function deviceFlowEnergy(input: EnergyInput): FlowEnergy {
  const sources = flowSteps(input);
  const all = Object.values(sources).flatMap(({ steps }) => steps);
  const isDoubtful = all.some(({ kind }) => kind === 'reset' || kind === 'spike');
  const found = decideEnergy(sources, input.order);
  if (!found) return { cells: new Map(), isDoubtful, counter: undefined };
  return { cells: cellsOf(input, found), isDoubtful, counter: newestBelieved(input, found) };
}

const NAMES: Readonly<Record<CountedBy, EnergySource>> = {
  meterCounter: 'meter',
  lifetimeCounter: 'lifetime',
  dayCounter: 'daily',
  powerIntegral: 'integral',
};

function cellsOf(input: EnergyInput, found: { source: CountedBy; steps: readonly CounterStep[] }): Cells {
  const { start, end } = input.window;
  const first = Math.max(start, floorBucket(found.steps[0]?.from ?? end));
  const last = Math.min(end, ceilBucket(found.steps.at(-1)?.to ?? start));
  if (last <= first) return new Map();
  const { kwh } = bucketEnergy(found.steps, { range: { start: first, end: last } });
  const cover = new Float64Array(kwh.length);
  const silent = new Float64Array(kwh.length);
  const spread = new Float64Array(kwh.length);
  for (const step of found.steps) {
    if (step.kind === 'normal' || step.kind === 'rollover') addCover(cover, first, step);
    if (step.kind !== 'gap') continue;
    addCover(silent, first, step);
    layOver(spread, first, { step, shape: input.shape });
  }
  const cells: Cells = new Map();
  for (let i = 0; i < kwh.length; i += 1) {
    const covered = Math.min(1, (cover[i] ?? 0) / BUCKET_MS);
    if (covered === 0 && found.source === 'powerIntegral') continue;
    const isKnown = covered > 0 || (silent[i] ?? 0) > 0;
    cells.set(first + i * BUCKET_MS, {
      kwh: isKnown ? kwh[i] || 0 : NaN,
      spread: spread[i] ?? 0,
      source: NAMES[found.source],
      completeness: covered,
    });
  }
  return cells;
}

/** Steps of every source that has readings. */
function flowSteps(input: EnergyInput): Partial<Record<CountedBy, SourceSteps>> {
  const { source, series } = input;
  const counters = source.counters
    .map((point) => series.get(point))
    .filter((one) => one !== undefined)
    .map((one): SourceSteps => ({
      steps: counterSteps(one.times, one.values, optionsOf(input, one)),
      standsAtZero: standsAtZero(one),
    }));
  const [first] = counters.toSorted((a, b) => total(b.steps) - total(a.steps));
  const daily = source.daily === null ? undefined : series.get(source.daily);
  const { power } = source;
  const watts = power ? powerSeries(power, series) : undefined;
  const signed = (value: number) =>
    power?.sign === 'both' ? Math.abs(value) : Math.max(0, value * (power?.sign ?? 1));
  return {
    ...(first && { [source.counterSource === 'meter' ? 'meterCounter' : 'lifetimeCounter']: first }),
    ...(daily && {
      dayCounter: {
        steps: dayCounterSteps(daily.times, daily.values, {
          ...optionsOf(input, daily),
          dayStart: input.dayStart,
        }),
        standsAtZero: standsAtZero(daily),
      },
    }),
    ...(watts && {
      powerIntegral: {
        steps: powerSteps(watts.times, Float64Array.from(watts.values, signed), {
          mostPowerW: input.mostPower,
        }),
      },
    }),
  };
}

function optionsOf({ source, ratedPower, likelyPower }: EnergyInput, series: Series): CounterOptions {
  const bound = source.rated && ratedPower ? { ratedPowerW: ratedPower } : { likelyPowerW: likelyPower };
  return { valuesIn: 'kWh', maxGapMs: gapLimit(series.times), ...bound };
}

const total = (steps: readonly CounterStep[]) => steps.reduce((sum, step) => sum + step.kwh, 0);

/** Whether a counter shows nothing but 0: a register that no device keeps looks the same as one that never counted. */
export function standsAtZero({ values }: Series): boolean {
  for (let i = 0; i < values.length; i += 1) if (values[i] !== 0) return false;
  return true;
}

/** The reading that the last believed step leads to. A step that is a reset or a spike leads to none. */
function newestBelieved(
  { source, series }: EnergyInput,
  found: { source: CountedBy; steps: readonly CounterStep[] },
): BelievedReading | undefined {
  const [point, second] = source.counters;
  const isCounter = found.source === 'lifetimeCounter' || found.source === 'meterCounter';
  const one = point === undefined || second !== undefined || !isCounter ? undefined : series.get(point);
  const last = found.steps.findLast(({ kind }) => kind !== 'reset' && kind !== 'spike');
  if (!one || !last) return undefined;
  const index = Array.prototype.lastIndexOf.call(one.times, last.to);
  const kwh = one.values[index];
  return kwh === undefined ? undefined : { kwh, at: last.to, isNewest: index === one.times.length - 1 };
}

function addCover(cover: Float64Array, start: number, step: CounterStep): void {
  const first = Math.max(0, Math.floor((step.from - start) / BUCKET_MS));
  const last = Math.min(cover.length - 1, Math.ceil((step.to - start) / BUCKET_MS) - 1);
  for (let i = first; i <= last; i += 1) {
    const at = start + i * BUCKET_MS;
    cover[i] = (cover[i] ?? 0) + Math.min(step.to, at + BUCKET_MS) - Math.max(step.from, at);
  }
}

/** Only buckets wholly inside the gap take part: those at its ends hold energy of known time. */
function layOver(
  spread: Float64Array,
  start: number,
  gap: { step: CounterStep; shape(time: number): number },
): void {
  const from = ceilBucket(gap.step.from);
  const to = floorBucket(gap.step.to);
  const length = (to - from) / BUCKET_MS;
  if (gap.step.kwh === 0 || length < 1) return;
  const expected = Float64Array.from({ length }, (_, i) => gap.shape(from + (i + 0.5) * BUCKET_MS));
  const parts = spreadByShape({ from, to, kwh: gap.step.kwh }, { start: from, stepMs: BUCKET_MS, expected });
  const offset = (from - start) / BUCKET_MS;
  for (const [i, part] of parts.entries()) {
    if (offset + i >= 0 && offset + i < spread.length) spread[offset + i] = (spread[offset + i] ?? 0) + part;
  }
}
