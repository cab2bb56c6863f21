import { chainReadings } from './counter-chain.ts';
import { isBelievable, type CounterRules } from './counter-rules.ts';
import {
  DEFAULT_MAX_GAP_MS,
  readingsOf,
  stepsOfChain,
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
  const { samples, rules } = readingsOf(times, values, opts);
  const midnightIn = (from: number, to: number) => {
    const midnight = opts.dayStart(to);
    return midnight > from && midnight < to ? midnight : undefined;
  };
  const chain = chainReadings(samples, rules, {
    returnWithinMs: RETURN_WITHIN_MS,
    restartsDaily: true,
    isRestart: (from, to) => midnightIn(from, to) !== undefined,
  });
  const { maxGapMs = DEFAULT_MAX_GAP_MS } = opts;
  return stepsOfChain(samples, { chain, rules }, (link) => {
    const midnight = midnightIn(link.from, link.to);
    const day: DayLink = { link, midnight, maxGapMs, rules };
    if (link.after < link.before) return restartSteps(day);
    const isUnknown = link.kind === 'reset' || (midnight !== undefined && isRiseUnknown(day, opts));
    if (isUnknown) return opts.sameZone && link.kind !== 'reset' ? restartSteps(day) : [unknown(link)];
    const { from, to } = link;
    return [{ from, to, kwh: link.after - link.before, kind: to - from > maxGapMs ? 'gap' : 'normal' }];
  });
}

interface DayLink {
  link: BelievedLink;
  midnight: number | undefined;
  maxGapMs: number;
  rules: CounterRules;
}

const unknown = ({ from, to }: { from: number; to: number }): CounterStep => ({
  from,
  to,
  kwh: 0,
  kind: 'reset',
});

/** Whether a rise over midnight may as well be what was counted since a restart. */
function isRiseUnknown({ link, midnight, rules }: DayLink, opts: DayCounterOptions): boolean {
  const restart = isBelievable(rules, link.after, link.to - (midnight ?? link.from));
  return restart && (opts.sameZone === true || link.before > rules.step);
}

/** The reading after a restart is the energy since then; unknown where so much cannot have come in the time. */
function restartSteps({ link, midnight, maxGapMs, rules }: DayLink): CounterStep[] {
  const { from, to, before, after } = link;
  const since = midnight ?? from;
  // Without a midnight only a fall to a low level is a restart.
  const isRestart = midnight !== undefined || after <= before / 2;
  if (!isRestart || !isBelievable(rules, after, to - since)) return [unknown(link)];
  const kind = to - since > maxGapMs ? 'gap' : 'rollover';
  const today: CounterStep = { from: since, to, kwh: after, kind };
  if (midnight === undefined) return [today];
  const evening: CounterStep =
    midnight - from > maxGapMs
      ? unknown({ from, to: midnight })
      : { from, to: midnight, kwh: 0, kind: 'normal' };
  return [evening, today];
}
