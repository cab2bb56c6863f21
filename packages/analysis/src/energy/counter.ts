import { chainReadings, type CounterChain, type LinkKind } from './counter-chain.ts';
import { isBelievable, rulesOf, toleranceOf, type CounterRules } from './counter-rules.ts';
import { sortSamples, type Samples } from './samples.ts';

/**
 * What a step between two readings means.
 * - `normal`: the energy of this span
 * - `rollover`: the counter passed its highest value or started from 0; energy counted over that
 * - `gap`: real energy, but over so long a silence that its time inside the span is unknown
 * - `reset`: the energy is unknown, `kwh` is 0: the counter went to another level (reset, replacement, a register that is
 *   not read)
 * - `spike`: the reading at `to` is not believed: 0, and the next step starts from the reading before it
 */
export type CounterStepKind = 'normal' | 'rollover' | 'gap' | 'reset' | 'spike';

/** Energy between two readings; `from` and `to` in epoch milliseconds. */
export interface CounterStep {
  from: number;
  to: number;
  kwh: number;
  kind: CounterStepKind;
}

export interface CounterOptions {
  /** Width of the raw counter: 16 or 32 in most registers, which are both tried where it is not told. */
  bits?: number;
  /** Energy of one count in kWh. Without it counts are kWh, and the step of readings in kWh is learned from them. */
  scale?: number;
  /** What the values are: raw counts (the default) or kWh, `scale` already applied. */
  valuesIn?: 'counts' | 'kWh';
  /** Rated AC power in W: no span may hold more than 1.3 times what it gives. */
  ratedPowerW?: number;
  /** Highest usual power in W where no rating is known; 100 kW unless told, more when the readings show it. */
  likelyPowerW?: number;
  /** A span longer than this is a `gap`; 20 min unless told. */
  maxGapMs?: number;
}

/** Loggers that report each quarter of an hour are sometimes late. */
export const DEFAULT_MAX_GAP_MS = 20 * 60_000;
/** A level that was left is back within this time, or it is lost. */
const RETURN_WITHIN_MS = 24 * 3_600_000;

/** Readings in kWh, in time order, with what to believe of them. */
export function readingsOf(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  opts: CounterOptions,
): { samples: Samples; rules: CounterRules } {
  const sorted = sortSamples(times, values);
  const inKwh = opts.valuesIn === 'kWh';
  const scale = opts.scale ?? 1;
  const samples =
    inKwh || scale === 1
      ? sorted
      : { times: sorted.times, values: sorted.values.map((count) => count * scale) };
  const step = inKwh ? opts.scale : scale;
  return { samples, rules: rulesOf(samples, { ...opts, ...(step === undefined ? {} : { step }) }) };
}

/**
 * Energy between the readings of an energy counter that should only grow.
 *
 * A rise is energy when 1.3 times the rating could give it in its time (and one step of the counter more). Readings that
 * leave the level and come back within a day are spikes: the counter ran on as if they had not been. A fall over the top of
 * a 16 or 32 bit register is a rollover. Whatever is left is a `reset`, whose energy is unknown. Zeros that are left in a
 * leap were no readings. The sum never exceeds what 1.3 times the rating gives, by more than one step.
 *
 * Input may be unordered, repeated or hold NaN. The steps are in time order; those that are not spikes join end to end
 * over the whole span of the readings.
 */
export function counterSteps(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  opts: CounterOptions = {},
): CounterStep[] {
  const { samples, rules } = readingsOf(times, values, opts);
  const chain = chainReadings(samples, rules, { returnWithinMs: RETURN_WITHIN_MS, restartsDaily: false });
  const { maxGapMs = DEFAULT_MAX_GAP_MS } = opts;
  let isLost = false;
  const steps = stepsOfChain(samples, { chain, rules }, (link, add) => {
    const { from, to } = link;
    // Zeros behind a reset: the register is not read yet, or the new counter does not count yet.
    isLost = link.kind === 'reset' || (isLost && link.after === 0);
    if (isLost) add(from, to, 0, 'reset');
    else if (to - from > maxGapMs) add(from, to, Math.max(0, risenOver(rules, link)), 'gap');
    else add(from, to, Math.max(0, risenOver(rules, link)), link.kind === 'rollover' ? 'rollover' : 'normal');
  });
  const isDead = steps.every(({ kwh }) => kwh === 0) && droppedCounts(samples, { chain, rules });
  return isDead ? steps.map(asUnknown) : withoutDeadLevels(steps);
}

const asUnknown = (step: CounterStep): CounterStep =>
  step.kind === 'spike' ? step : { ...step, kind: 'reset' };

/** Whether readings that are not believed count as a counter does: then the level that stands still may be the bad one. */
function droppedCounts(
  { times, values }: Samples,
  { chain, rules }: { chain: CounterChain; rules: CounterRules },
): boolean {
  const believed = new Set(Array.from(chain.believed));
  if (believed.size === times.length) return false;
  return times.some((time, i) => {
    const rise = (values[i] ?? NaN) - (values[i - 1] ?? NaN);
    const isDropped = !believed.has(i) && !believed.has(i - 1);
    return isDropped && rise > 0 && isBelievable(rules, rise, time - (times[i - 1] ?? NaN));
  });
}

/** A level beside a reset that never counted may be a bad value that stays: nothing is known while it lasts. */
function withoutDeadLevels(steps: CounterStep[]): CounterStep[] {
  if (!steps.some(({ kind }) => kind === 'reset')) return steps;
  const resets = steps.flatMap((step, i) => (step.kind === 'reset' ? [i] : []));
  const borders = [-1, ...resets, steps.length];
  for (const [b, border] of borders.slice(1).entries()) {
    const begin = (borders[b] ?? -1) + 1;
    if (steps.slice(begin, border).some(({ kwh }) => kwh > 0)) continue;
    for (let i = begin; i < border; i += 1) {
      const step = steps[i];
      if (step) steps[i] = asUnknown(step);
    }
  }
  return steps;
}

/** Two believed readings next to each other. */
export interface BelievedLink {
  from: number;
  to: number;
  before: number;
  after: number;
  kind: LinkKind;
}

/** What the counter rose by, over the lowest top from which it can have fallen. */
function risenOver(rules: CounterRules, { kind, before, after }: BelievedLink): number {
  const top = kind === 'rollover' ? (rules.tops.find((one) => one > before) ?? NaN) : 0;
  return top + after - before;
}

/** Adds the energy of a span to the steps. */
export type AddStep = (from: number, to: number, kwh: number, kind: CounterStepKind) => void;

/**
 * Steps of all links of a chain with the readings that are not believed as spikes between them. What more than the rating
 * allows is made unknown, over however many links it came together.
 */
export function stepsOfChain(
  { times, values }: Samples,
  { chain, rules }: { chain: CounterChain; rules: CounterRules },
  addLink: (link: BelievedLink, add: AddStep) => void,
): CounterStep[] {
  const { believed, links } = chain;
  const steps: CounterStep[] = [];
  const time = (i: number) => times[i] ?? NaN;
  const limit = rules.step + toleranceOf(rules);
  let debt = 0;
  const add: AddStep = (from, to, kwh, kind) => {
    const paid = debt - rules.rate * (to - from);
    const isPossible = kwh === 0 || paid + kwh <= limit;
    debt = Math.max(0, isPossible ? paid + kwh : paid);
    steps.push(isPossible ? { from, to, kwh, kind } : { from, to, kwh: 0, kind: 'reset' });
  };
  const first = believed[0] ?? 0;
  if (first > 0) add(time(0), time(first), 0, 'reset');
  for (let b = 1; b < believed.length; b += 1) {
    const i = believed[b - 1] ?? 0;
    const j = believed[b] ?? 0;
    for (let spike = i + 1; spike < j; spike += 1)
      steps.push({ from: time(i), to: time(spike), kwh: 0, kind: 'spike' });
    const kind = links.size === 0 ? 'follow' : (links.get(j) ?? 'follow');
    addLink({ from: time(i), to: time(j), before: values[i] ?? NaN, after: values[j] ?? NaN, kind }, add);
  }
  const last = believed[believed.length - 1] ?? 0;
  if (last < times.length - 1) add(time(last), time(times.length - 1), 0, 'reset');
  return steps;
}
