import { nextOffsetChange, zoneOffset } from './zone-offset.ts';

const DAY_MS = 86_400_000;

/** Half-open span of UTC time, epoch milliseconds: `start` belongs to it, `end` does not. */
export interface TimeRange {
  start: number;
  end: number;
}

/**
 * Calendar date and clock of an instant in an IANA zone, as ISO text without offset, `2026-03-29T04:00:00`.
 */
export function localTimeOf(time: number, zone: string): string {
  return new Date(time + zoneOffset(time, zone)).toISOString().slice(0, 19);
}

/** ISO text of days since 1970 and back: working it out costs thirty times the look-up, and samples ask for few days. */
const dayNames = new Map<number, string>();
const dayNumbers = new Map<string, number>();
const KEPT_DAYS = 4096;

function nameOfDay(day: number): string {
  const known = dayNames.get(day);
  if (known !== undefined) return known;
  if (dayNames.size >= KEPT_DAYS) dayNames.clear();
  const name = new Date(day * DAY_MS).toISOString().slice(0, 10);
  dayNames.set(day, name);
  return name;
}

/** Local calendar day of an instant, `YYYY-MM-DD`. Throws RangeError for an unknown zone. */
export function localDayOf(time: number, zone: string): string {
  return nameOfDay(Math.floor((time + zoneOffset(time, zone)) / DAY_MS));
}

/** Begin of the day as if it were in UTC, epoch milliseconds. Throws RangeError for what is no day. */
function parseDay(isoDay: string): number {
  const known = dayNumbers.get(isoDay);
  if (known !== undefined) return known * DAY_MS;
  const wall = Date.parse(`${isoDay}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(isoDay) || Number.isNaN(wall)) throw new RangeError(`not a day: ${isoDay}`);
  // Date.parse takes 30 February for 1 March.
  if (new Date(wall).toISOString().slice(0, 10) !== isoDay) throw new RangeError(`not a day: ${isoDay}`);
  if (dayNumbers.size >= KEPT_DAYS) dayNumbers.clear();
  dayNumbers.set(isoDay, wall / DAY_MS);
  return wall;
}

/** The calendar day `count` days after `isoDay` (before, when negative). */
export function addDays(isoDay: string, count: number): string {
  return nameOfDay(parseDay(isoDay) / DAY_MS + count);
}

/**
 * First instant whose local clock shows `wall` (local time written as if it were UTC, epoch milliseconds).
 * A clock time that is skipped gives the instant of the skip; one that comes twice gives the first.
 */
export function instantOfWall(wall: number, zone: string): number {
  // A zone is at most 14 h from UTC, so the offset wanted is in force a day before or a day after.
  const early = zoneOffset(wall - DAY_MS, zone);
  const late = zoneOffset(wall + DAY_MS, zone);
  const first = wall - Math.max(early, late);
  if (zoneOffset(first, zone) === wall - first) return first;
  const second = wall - Math.min(early, late);
  if (zoneOffset(second, zone) === wall - second) return second;
  return nextOffsetChange(wall - DAY_MS, wall + DAY_MS, zone) ?? second;
}

/**
 * Borders of a local calendar day: 23, 24 or 25 h long as the zone says (24.5 h on Lord Howe),
 * of no length where the zone left the day out (Samoa, 2011-12-30).
 */
export function dayRange(isoDay: string, zone: string): TimeRange {
  const wall = parseDay(isoDay);
  return { start: instantOfWall(wall, zone), end: instantOfWall(wall + DAY_MS, zone) };
}

/** Borders of the local month that `isoMonth` names: `YYYY-MM`, or any day of it. */
export function monthRange(isoMonth: string, zone: string): TimeRange {
  const first = parseDay(`${isoMonth.slice(0, 7)}-01`);
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { start: instantOfWall(first, zone), end: instantOfWall(next.getTime(), zone) };
}

/** Borders of the local year that `isoYear` names: `YYYY`, or any day or month of it. */
export function yearRange(isoYear: string, zone: string): TimeRange {
  const year = isoYear.slice(0, 4);
  const first = parseDay(`${year}-01-01`);
  const next = new Date(first);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return { start: instantOfWall(first, zone), end: instantOfWall(next.getTime(), zone) };
}
