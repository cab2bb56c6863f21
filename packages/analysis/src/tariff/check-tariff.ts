import {
  CLOCK_STEP,
  DAY_MINUTES,
  DAY_TYPES,
  DIRECTIONS,
  type DayType,
  type Direction,
  type PriceRule,
  type TariffRules,
} from './tariff.ts';
import { inSeason, MONTH_DAYS, placeOfDay, YEAR_DAYS } from './year-days.ts';

/** Times at which no price or more than one is given. */
export interface TariffHole {
  kind: 'gap' | 'overlap';
  direction: Direction;
  /** Days of the year, `MM-DD`, both included. */
  from: string;
  to: string;
  day: DayType;
  /** Minutes of the local day, `end` excluded. */
  start: number;
  end: number;
  /** Places of the rules that overlap. */
  rules: number[];
}

/** A figure or day that cannot be. */
export interface TariffFault {
  kind: 'clock' | 'season' | 'holiday' | 'price' | 'days';
  /** Where it stands: direction and place of the rule, `season` and its place, `holiday` and its place. */
  at: Direction | 'season' | 'holiday' | 'subsidy' | 'standing';
  place: number;
}

/** Largest price of a kWh either way, and the decimals it may have. */
const LARGEST_PRICE = 1000;
const LARGEST_STANDING = 1_000_000;
const PRICE_UNITS = 1e6;

const isClock = (minutes: number) =>
  Number.isInteger(minutes) && minutes >= 0 && minutes <= DAY_MINUTES && minutes % CLOCK_STEP === 0;

/** A price with six decimals at most: sums of it are exact. */
const isPrice = (price: number, largest = LARGEST_PRICE) =>
  Math.abs(price) <= largest && Math.round(price * PRICE_UNITS) / PRICE_UNITS === price;

/** What cannot be in the figures of a tariff, in the order in which they stand there. */
export function tariffFaults(tariff: TariffRules): TariffFault[] {
  const faults: TariffFault[] = [];
  for (const [place, { from, to }] of tariff.seasons.entries())
    if (placeOfDay(from) === undefined || placeOfDay(to) === undefined)
      faults.push({ kind: 'season', at: 'season', place });
  for (const [place, day] of tariff.holidays.entries())
    if (!isHoliday(day)) faults.push({ kind: 'holiday', at: 'holiday', place });
  for (const direction of DIRECTIONS)
    for (const [place, rule] of (tariff[direction] ?? []).entries()) {
      const fault = faultOf(rule, tariff.seasons.length);
      if (fault) faults.push({ kind: fault, at: direction, place });
    }
  if (tariff.subsidy !== null && !isPrice(tariff.subsidy))
    faults.push({ kind: 'price', at: 'subsidy', place: 0 });
  if (tariff.standing && !isPrice(tariff.standing.amount, LARGEST_STANDING))
    faults.push({ kind: 'price', at: 'standing', place: 0 });
  return faults;
}

function faultOf(
  { from, to, price, days, seasons }: PriceRule,
  known: number,
): TariffFault['kind'] | undefined {
  if (!isClock(from) || !isClock(to) || from === to || from === DAY_MINUTES) return 'clock';
  if (days.length === 0) return 'days';
  if (seasons.some((place) => place < 0 || place >= known)) return 'season';
  return isPrice(price) ? undefined : 'price';
}

function isHoliday(day: string): boolean {
  if (placeOfDay(day) !== undefined) return true;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** Part of a day's clock with the same prices: of one rule where all is well. */
export interface ClockSegment {
  /** Minutes of the local day, `end` excluded. */
  start: number;
  end: number;
  /** Places of the rules that hold. */
  rules: number[];
}

/** Days that are priced alike. */
export interface ClockRow {
  /** Days of the year, `MM-DD`, both included. */
  from: string;
  to: string;
  day: DayType;
  segments: ClockSegment[];
}

/** The year of a direction as it is priced: by stretches of the year and day types. Holidays are there only where some are listed. */
export const tariffClock = (tariff: TariffRules, direction: Direction): ClockRow[] => [
  ...clockRows(tariff, direction),
];

function* clockRows(tariff: TariffRules, direction: Direction): Generator<ClockRow, undefined> {
  const rules = tariff[direction] ?? [];
  const types = DAY_TYPES.filter((day) => day !== 'holiday' || tariff.holidays.length > 0);
  for (const day of types) {
    const ofDay = rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => rule.days.includes(day));
    const runs = runsOfYear(
      tariff,
      ofDay.map(({ rule }) => rule),
    );
    for (const { from, to, holds } of runs)
      yield { from, to, day, segments: clockSegments(ofDay.filter((_, nth) => holds[nth])) };
  }
}

/**
 * Every time of the year, by day type and clock, at which a direction has no price or several, each named once. A direction that the tariff
 * says nothing of has no holes. Looks no further once it has found `most`: hundreds of prices that all overlap have thousands of them.
 */
export function tariffHoles(tariff: TariffRules, most = Number.POSITIVE_INFINITY): TariffHole[] {
  const holes: TariffHole[] = [];
  for (const direction of DIRECTIONS) {
    if ((tariff[direction]?.length ?? 0) === 0) continue;
    for (const { segments, ...row } of clockRows(tariff, direction)) {
      for (const { start, end, rules } of segments) {
        if (rules.length === 1) continue;
        if (holes.length >= most) return holes;
        const kind = rules.length === 0 ? 'gap' : 'overlap';
        holes.push({ kind, direction, ...row, start, end, rules });
      }
    }
  }
  return holes;
}

const areSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

/** Stretches of the year in which the same rules hold. */
function runsOfYear(
  { seasons }: TariffRules,
  rules: readonly PriceRule[],
): { from: string; to: string; holds: boolean[] }[] {
  const runs: { from: string; to: string; holds: boolean[] }[] = [];
  for (let place = 0; place < YEAR_DAYS; place += 1) {
    const holds = rules.map((rule) => holdsOn(rule, seasons, place));
    const day = MONTH_DAYS[place]!;
    const last = runs.at(-1);
    if (last && areSame(last.holds, holds)) last.to = day;
    else runs.push({ from: day, to: day, holds });
  }
  // What goes on over New Year is one stretch.
  const [first, last] = [runs[0]!, runs.at(-1)!];
  if (runs.length > 1 && areSame(first.holds, last.holds))
    return [...runs.slice(1, -1), { ...last, to: first.to }];
  return runs;
}

/** Whether a rule is of a day of the year. */
export function holdsOn(rule: PriceRule, seasons: TariffRules['seasons'], place: number): boolean {
  return (
    rule.seasons.length === 0 || rule.seasons.some((at) => !!seasons[at] && inSeason(seasons[at], place))
  );
}

/** Whether a rule is of a minute of the day. */
export function holdsAt({ from, to }: PriceRule, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function clockSegments(rules: readonly { rule: PriceRule; at: number }[]): ClockSegment[] {
  const segments: ClockSegment[] = [];
  for (let minute = 0; minute < DAY_MINUTES; minute += CLOCK_STEP) {
    const here = rules.filter(({ rule }) => holdsAt(rule, minute)).map(({ at }) => at);
    const last = segments.at(-1);
    if (last && areSame(last.rules, here)) last.end = minute + CLOCK_STEP;
    else segments.push({ start: minute, end: minute + CLOCK_STEP, rules: here });
  }
  return segments;
}
