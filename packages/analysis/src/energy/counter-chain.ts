import { isBelievable, toleranceOf, type CounterRules } from './counter-rules.ts';
import { splitRuns, type Run } from './counter-runs.ts';
import type { Samples } from './samples.ts';

/** How a believed reading goes on from the believed one before it. `reset`: the energy between them is unknown. */
export type LinkKind = 'follow' | 'rollover' | 'reset';

/** Which readings of a counter are believed, in time order, and where one does not simply follow the other. */
export interface CounterChain {
  believed: ArrayLike<number>;
  /** By index of the later reading; `follow` where absent. */
  links: ReadonlyMap<number, LinkKind>;
}

export interface ChainOptions {
  /** Readings that left the level are bad if it is back within this time; what stays away longer is a new level. */
  returnWithinMs: number;
  /** A fall to 0 is what the counter does each day, not a register that is not read. */
  restartsDaily: boolean;
  /** Whether the counter is expected to start from 0 between two times. */
  isRestart?(from: number, to: number): boolean;
}

/** A series that needs more runs than this to look back over is no counter. */
const LOOK_BACK = 200;
/** Pairs of runs that are looked at for one series: a device may send a million readings that rise and fall at random, each of them a run. */
const MOST_LOOKS = 1_000_000;
/** A few readings at the border of two runs may be the bad ones: more would be a level of its own. */
const MOST_TRIMMED = 3;
/** Bad readings may happen to rise one after the other, more than these do not. */
const MOST_RISING = 8;
const RESET_COST = 1;
/** A run that is left out at the begin or end is a little worse than one that is believed beside a reset. */
const LEFT_OUT_COST = 1.1;
/** A run that is dropped on the way from one level to another. */
const DROPPED_COST = 1.1;
/** A run that left the level and came back. */
const EXCURSION_COST = 0.2;
const TRIMMED_COST = 0.05;
/** What left the level may have so many times the readings of the runs that it is dropped for. */
const MOST_DROPPED = 3;
const RESET_LOOK_BACK = 3;
/** Without a rating a wrap is believed when it is this small a part of the register's range. */
const UNRATED_WRAP = 1 / 16;

interface Node {
  cost: number;
  previous: number;
  /** Readings left out at the end of the run before and at the begin of this one. */
  tail: number;
  head: number;
  kind: LinkKind;
}

type Link = Omit<Node, 'previous'>;

/**
 * Chooses which readings to believe, so that as little as possible is unknown: runs that rise as a counter does are joined
 * over bad readings between them; where none joins, the energy between two levels is unknown.
 */
export function chainReadings(samples: Samples, rules: CounterRules, opts: ChainOptions): CounterChain {
  const runs = splitRuns(samples, rules);
  if (runs.length <= 1) return { believed: samples.times.map((_, i) => i), links: new Map() };
  const context: Context = { samples, rules, opts, runs, lookBack: lookBackOver(runs.length) };
  const nodes: (Node | undefined)[] = [];
  for (const [m] of runs.entries())
    nodes.push(isUnread(runs, m, opts) ? undefined : bestNode(context, nodes, m));
  return readChain(runs, nodes);
}

/** How many runs each one is compared with, as far as all of them can be. */
const lookBackOver = (runs: number): number =>
  Math.max(RESET_LOOK_BACK, Math.min(LOOK_BACK, Math.floor(MOST_LOOKS / runs)));

/** Zeros of a register that is not read: it comes back from them in a leap, or has not come back yet. */
function isUnread(runs: readonly Run[], index: number, opts: ChainOptions): boolean {
  if (!runs[index]?.isZero || runs.length === 1) return false;
  return index < runs.length - 1 || !opts.restartsDaily;
}

interface Context {
  samples: Samples;
  rules: CounterRules;
  opts: ChainOptions;
  runs: readonly Run[];
  lookBack: number;
}

function bestNode(context: Context, nodes: readonly (Node | undefined)[], m: number): Node {
  const { samples, opts, runs, lookBack } = context;
  let best: Node = { cost: m * LEFT_OUT_COST, previous: -1, tail: 0, head: 0, kind: 'reset' };
  let onlyZeros = true;
  let hasCounted = false;
  let dropped = 0;
  for (let k = m - 1; k >= Math.max(0, m - lookBack); k -= 1) {
    const between = m - k - 1;
    const gone = (samples.times[runs[m]!.first] ?? 0) - (samples.times[runs[k]!.last] ?? 0);
    const isBack = gone <= opts.returnWithinMs || (onlyZeros && !opts.restartsDaily);
    if (between >= RESET_LOOK_BACK && !isBack) break;
    const before = nodes[k];
    const isFew = dropped <= MOST_DROPPED * (lengthOf(runs[k]!) + lengthOf(runs[m]!));
    const link = before && linkOf(context, before, { k, m, isBack: isBack && isFew && !hasCounted });
    onlyZeros &&= runs[k]!.isZero;
    hasCounted ||= isLevel(context, runs[k]!);
    if (!runs[k]!.isZero) dropped += lengthOf(runs[k]!);
    if (before && link && before.cost + link.cost < best.cost - 1e-9)
      best = { ...link, cost: before.cost + link.cost, previous: k };
  }
  return best;
}

const lengthOf = (run: Run) => run.last - run.first + 1;

/** A long run that counts is a level of its own: what is counted on it is energy, whatever comes behind it. */
function isLevel({ samples, rules }: Context, run: Run): boolean {
  const rise = (samples.values[run.last] ?? NaN) - (samples.values[run.first] ?? NaN);
  return lengthOf(run) > MOST_RISING && rise > toleranceOf(rules);
}

interface Pair {
  k: number;
  m: number;
  /** Soon enough for what lies between to be a spike. */
  isBack: boolean;
}

function linkOf(context: Context, before: Node, pair: Pair): Link | undefined {
  const between = pair.m - pair.k - 1;
  const joined =
    (between === 0 || pair.isBack) && mayJoin(context, pair) ? joinOf(context, before, pair) : undefined;
  if (joined) return { ...joined, cost: joined.cost + between * EXCURSION_COST };
  if (between >= RESET_LOOK_BACK) return undefined;
  const head = doubtfulReturn(context, pair);
  return { kind: 'reset', tail: 0, head, cost: RESET_COST + between * DROPPED_COST };
}

/** Most pairs of a wild series do not join: this says so quickly. */
function mayJoin({ samples, rules, runs }: Context, { k, m }: Pair): boolean {
  const [from, to] = [runs[k]!, runs[m]!];
  const lowest = samples.values[Math.max(from.first, from.last - MOST_TRIMMED)] ?? NaN;
  const highest = samples.values[to.last] ?? NaN;
  const reach =
    rules.rate * ((samples.times[to.last] ?? NaN) - (samples.times[from.first] ?? NaN)) + 2 * rules.step;
  const first = samples.values[to.first] ?? NaN;
  if (highest >= lowest - rules.step) return first <= (samples.values[from.last] ?? NaN) + reach;
  return rules.tops.some((top) => top > lowest && highest + top - lowest <= reach + highest - first);
}

/** How run `m` goes on from run `k`, leaving out a few readings where they meet; undefined when it does not. */
function joinOf(context: Context, before: Node, { k, m }: Pair): Link | undefined {
  const { samples, rules, runs, opts } = context;
  const [from, to] = [runs[k]!, runs[m]!];
  const value = (i: number) => samples.values[i] ?? NaN;
  const time = (i: number) => samples.times[i] ?? NaN;
  if (opts.isRestart?.(time(from.last), time(to.first)) && value(to.first) < value(from.last))
    return undefined;
  const isSmallDip = value(to.first) >= value(from.last) / 2;
  for (let trimmed = 0; trimmed <= (isSmallDip ? MOST_TRIMMED : 0); trimmed += 1) {
    for (let tail = 0; tail <= trimmed; tail += 1) {
      const [i, j] = [from.last - tail, to.first + trimmed - tail];
      if (i < from.first + before.head || j > to.last) continue;
      if (isBelievable(rules, value(j) - value(i), time(j) - time(i)))
        return { kind: 'follow', tail, head: trimmed - tail, cost: trimmed * TRIMMED_COST };
    }
  }
  const rise = value(to.first) - value(from.last);
  const wraps = rules.tops.some(
    (top) =>
      rise < 0 &&
      value(from.last) < top &&
      isBelievable(rules, rise + top, time(to.first) - time(from.last)) &&
      (rules.isRated || rise + top <= top * UNRATED_WRAP),
  );
  return wraps ? { kind: 'rollover', tail: 0, head: 0, cost: 0 } : undefined;
}

/**
 * A fall to a low level that is left again within a few readings, up to where the counter may stand by now: a bad reading and
 * its return, or a restart that counts fast. Nobody can tell, so the readings up to there are left out.
 */
function doubtfulReturn({ samples, rules, runs, opts }: Context, { k, m }: Pair): number {
  const [from, to] = [runs[k]!, runs[m]!];
  const level = samples.values[from.last] ?? NaN;
  const left = samples.times[from.last] ?? NaN;
  if ((samples.values[to.first] ?? NaN) >= level / 2) return 0;
  if (opts.isRestart?.(left, samples.times[to.first] ?? NaN)) return 0;
  let begin = to.first;
  while (samples.values[begin] === 0 && samples.values[begin + 1] === 0) begin += 1;
  for (let i = begin + 1; i <= Math.min(to.last, begin + MOST_TRIMMED); i += 1) {
    const rise = (samples.values[i] ?? NaN) - level;
    if (rise < 0) continue;
    return isBelievable(rules, rise, (samples.times[i] ?? NaN) - left) ? i - to.first : 0;
  }
  return 0;
}

function readChain(runs: readonly Run[], nodes: readonly (Node | undefined)[]): CounterChain {
  let end = -1;
  let least = Infinity;
  for (const [k, node] of nodes.entries()) {
    const cost = node ? node.cost + (runs.length - 1 - k) * LEFT_OUT_COST : Infinity;
    if (cost > least) continue;
    least = cost;
    end = k;
  }
  const path: { run: Run; node: Node; tail: number }[] = [];
  for (let k = end, tail = 0; k >= 0;) {
    const node = nodes[k]!;
    path.push({ run: runs[k]!, node, tail });
    tail = node.tail;
    k = node.previous;
  }
  const believed: number[] = [];
  const links = new Map<number, LinkKind>();
  for (const { run, node, tail } of path.toReversed()) {
    const first = run.first + node.head;
    if (believed.length > 0 && node.kind !== 'follow') links.set(first, node.kind);
    for (let i = first; i <= run.last - tail; i += 1) believed.push(i);
  }
  return { believed, links };
}
