import { chainReadings } from './counter-chain.ts';
import { isBelievable, type CounterRules } from './counter-rules.ts';
import {
  DEFAULT_MAX_GAP_MS,
  readingsOf,
  stepsOfChain,
  type AddStep,
  type BelievedLink,
  type CounterOptions,
  type CounterStep,
} from './counter.ts';

export interface DayCounterOptions extends CounterOptions {
  /** Begin of the local day that holds a time, epoch milliseconds. */
  dayStart(time: number): number;
  /**
   * The device's clock is known to run in the station's zone, so that a silence over midnight holds a restart. Otherwise a
   * rise over midnight may be a restart or none, and is unknown where both are possible.
   */
  sameZone?: boolean;
}

/** After midnight the counter soon passes yesterday's value on a better day; only a short dip is a spike. */
const RETURN_WITHIN_MS = 3_600_000;

/**
 * Steps of a counter that restarts from zero each day at the device's own midnight, when it wakes, or when it is cleared.
 * As `counterSteps`, but a fall that stays is such a restart: the reading itself is the energy since then. Over a silence
 * that holds midnight it belongs to the new day, and what yesterday's evening gave is unknown.
 */
export function dayCounterSteps(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  opts: DayCounterOptions,
): CounterStep[] {
  const { samples, rules: counterRules } = readingsOf(times, values, opts);
  // A fall is a restart, also where the register may have passed its top: only what was counted since the last reading is missed then.
  const rules = { ...counterRules, tops: [] };
  const midnightIn = (from: number, to: number) => {
    const midnight = opts.dayStart(to);
    return midnight > from && midnight < to ? midnight : undefined;
  };
  const chain = chainReadings(samples, rules, {
    returnWithinMs: RETURN_WITHIN_MS,
    restartsDaily: true,
    isRestart: (from, to) => opts.dayStart(to) > from,
  });
  const { maxGapMs = DEFAULT_MAX_GAP_MS } = opts;
  let isLevelDoubted = (chain.believed[0] ?? 0) > 0;
  return stepsOfChain(samples, { chain, rules }, (link, add) => {
    const midnight = midnightIn(link.from, link.to);
    const day: DayLink = { link, midnight, maxGapMs, rules };
    const isReset = link.kind === 'reset';
    const isDoubtful = midnight !== undefined && isRiseUnknown(day, opts);
    const isFallDoubtful = isLevelDoubted && !(opts.sameZone && midnight !== undefined);
    if (link.after < link.before && isFallDoubtful) add(link.from, link.to, 0, 'reset');
    else if (link.after < link.before || (isDoubtful && opts.sameZone && !isReset)) addRestart(day, add);
    else if (isReset || isDoubtful) add(link.from, link.to, 0, 'reset');
    else add(link.from, link.to, link.after - link.before, link.to - link.from > maxGapMs ? 'gap' : 'normal');
    // A level beside a reset that has not counted yet may be a bad value: a fall from it is no restart.
    isLevelDoubted = isReset ? link.after > 0 : isLevelDoubted && link.after <= link.before;
  });
}

interface DayLink {
  link: BelievedLink;
  midnight: number | undefined;
  maxGapMs: number;
  rules: CounterRules;
}

/** Whether a rise over midnight may as well be what was counted since a restart. */
function isRiseUnknown({ link, midnight, rules }: DayLink, opts: DayCounterOptions): boolean {
  const restart = isBelievable(rules, link.after, link.to - (midnight ?? link.from));
  return restart && (opts.sameZone === true || link.before > rules.step);
}

/** The reading after a restart is the energy since then; unknown where so much cannot have come in the time. */
function addRestart({ link, midnight, maxGapMs, rules }: DayLink, add: AddStep): void {
  const { from, to, before, after } = link;
  const since = midnight ?? from;
  // Without a midnight only a fall to a low level is a restart.
  const isRestart = midnight !== undefined || after <= before / 2;
  if (!isRestart || !isBelievable(rules, after, to - since)) {
    add(from, to, 0, 'reset');
    return;
  }
  if (midnight !== undefined) add(from, midnight, 0, midnight - from > maxGapMs ? 'reset' : 'normal');
  add(since, to, after, to - since > maxGapMs ? 'gap' : 'rollover');
}
