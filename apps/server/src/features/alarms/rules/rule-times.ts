import { messageOf } from '../../../platform/errors.ts';

/** Seconds of one query. Twenty rules on five thousand devices take about one, so only a condition that is made to be dear takes longer. */
export const LONGEST_QUERY_S = 20;

/** Bytes that the store may use for a query of somebody who tests a rule; a usual one takes a sixth of it. The embedded one takes them from the server. */
const MOST_BYTES = 1_500_000_000;
/** The same of a query that judges rules now, which is of hours and not of a month; one of a test may be under way beside it. */
export const LOOK_BYTES = 1_000_000_000;

/** Ends a query that takes longer, or too much memory. Behind the last word of it. */
export const endsAfter = (seconds: number, bytes = MOST_BYTES): string =>
  ` SETTINGS max_execution_time = ${seconds}, max_memory_usage = ${bytes}`;

/** What the store says of a query that took too long or too much, or that is too large for it. Not: that it has no memory at all. */
const ENDED = /TIMEOUT_EXCEEDED|timeout exceeded|query memory limit exceeded|is too big/i;

/** Whether the store ended a query because of what it costs. */
export const isTooSlow = (error: unknown): boolean => ENDED.test(messageOf(error));

/** A look leaves what is left of it to the next one after so long. */
const LONGEST_LOOK_MS = 240_000;
/** Those whose rules took less wait for nobody. */
const CHEAP_MS = 1000;
/** A rule that took too long by itself is tried again after so long. */
const REST_MS = 3_600_000;

/** What a look knows of those before: whose rules are dear, and up to when each was judged. In memory, because it only says who comes first. */
export interface RuleTimes {
  /** Up to when a rule was judged, or a new one would have been, epoch milliseconds; undefined: this is the first look. */
  told(rule: number): number | undefined;
  judged(rule: number, until: number): void;
  /** Turns in the order in which they are judged: first those whose rules cost little, then those that waited longest. */
  order(turns: Iterable<number>): number[];
  /** `isWhole`: all of its rules were judged. What was not is dear, however little time was left for it. */
  took(turn: number, ms: number, isWhole?: boolean): void;
  /** Whether a look has used up its time, or the server stops. */
  isOver(ms: number): boolean;
  stop(): void;
  /** Rules that took too long together are judged one by one, and what takes too long alone rests. */
  tooSlow(rules: readonly number[], now: number): void;
  isAlone(rule: number): boolean;
  isResting(rule: number, now: number): boolean;
  /** The next look looks back as far as a first one. What is slow stays known. */
  again(): void;
  /** A look up to a time has ended. What is known of other rules and turns than these is forgotten. */
  ended(until: number, rules: ReadonlySet<number>, turns: ReadonlySet<number>): void;
}

export function createRuleTimes(longestLookMs = LONGEST_LOOK_MS): RuleTimes {
  const toldOf = new Map<number, number>();
  const costOf = new Map<number, { ms: number; at: number }>();
  /** Since when a rule rests; 0: it does not, but is judged alone. */
  const slow = new Map<number, number>();
  let looks = 0;
  let stopped = false;
  let newest: number | undefined;
  return {
    told: (rule) => toldOf.get(rule) ?? newest,
    judged(rule, until) {
      toldOf.set(rule, until);
    },
    order(turns) {
      looks += 1;
      const waitedSince = (id: number) => {
        const { ms, at } = costOf.get(id) ?? { ms: 0, at: 0 };
        return ms < CHEAP_MS ? -1 : at;
      };
      return [...turns].toSorted((a, b) => waitedSince(a) - waitedSince(b));
    },
    took(turn, ms, isWhole = true) {
      costOf.set(turn, { ms: isWhole ? ms : Math.max(ms, CHEAP_MS), at: looks });
    },
    isOver: (ms) => stopped || ms >= longestLookMs,
    stop() {
      stopped = true;
    },
    tooSlow(rules, now) {
      for (const rule of rules) slow.set(rule, rules.length === 1 ? now : 0);
    },
    isAlone: (rule) => slow.has(rule),
    isResting: (rule, now) => now - (slow.get(rule) || -Infinity) < REST_MS,
    again() {
      newest = undefined;
      toldOf.clear();
    },
    ended(until, rules, turns) {
      newest = until;
      for (const known of [toldOf, slow]) for (const id of known.keys()) if (!rules.has(id)) known.delete(id);
      for (const id of costOf.keys()) if (!turns.has(id)) costOf.delete(id);
    },
  };
}
