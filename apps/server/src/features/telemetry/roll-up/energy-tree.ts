import { dayRange, localDayOf, monthRange, yearRange, zoneOffset } from '@sunfleet/analysis';
import type { Grain } from '@sunfleet/contract';
import { BUCKET_MS, sumCells, type Cell, type Cells } from './energy-cells.ts';

/** Daylight inside [start, end) at the place, milliseconds. */
export type Daylight = (start: number, end: number) => number;

export interface TreeInput {
  /** Newly computed 5-minute cells. */
  fresh: Cells;
  /** Stored cells of the buckets that the fresh ones touch; a fresh cell replaces a stored one. */
  stored: ReadonlyMap<Grain, Cells>;
  zone: string;
  daylight: Daylight;
}

const HOUR_MS = 3_600_000;

/** Start of the local hour that holds `time`. */
export function hourStart(time: number, zone: string): number {
  const offset = zoneOffset(time, zone);
  return Math.floor((time + offset) / HOUR_MS) * HOUR_MS - offset;
}

export const dayStart = (time: number, zone: string) => dayRange(localDayOf(time, zone), zone).start;
/** The same for many times in order: the zone is asked once a day. */
export function dayStarts(zone: string): (time: number) => number {
  let day = { start: NaN, end: NaN };
  return (time) => {
    if (!(time >= day.start && time < day.end)) day = dayRange(localDayOf(time, zone), zone);
    return day.start;
  };
}

export const monthStart = (time: number, zone: string) => monthRange(localDayOf(time, zone), zone).start;
export const yearStart = (time: number, zone: string) => yearRange(localDayOf(time, zone), zone).start;

/** UTC span of everything that has to be read to sum a level above buckets that begin inside [from, to]. */
export function parentSpan(
  level: 'hour' | 'day' | 'month' | 'year',
  span: { from: number; to: number },
  zone: string,
): { start: number; end: number } {
  if (level === 'hour') {
    return { start: hourStart(span.from, zone), end: hourStart(span.to, zone) + HOUR_MS };
  }
  const range = { day: dayRange, month: monthRange, year: yearRange }[level];
  return {
    start: range(localDayOf(span.from, zone), zone).start,
    end: range(localDayOf(span.to, zone), zone).end,
  };
}

/**
 * Sums five-minute cells to local hours, days, months and years: only those that the fresh cells touch.
 * A day's completeness weighs its hours by their daylight, a month's and a year's its parts by daylight as well.
 */
export function growTree(input: TreeInput): Map<Grain, Cells> {
  const tree = new Map<Grain, Cells>([['5m', input.fresh]]);
  let cells = input.fresh;
  for (const { grain, parent, level } of levelsOf(input)) {
    cells = climb(cells, input.stored.get(grain), level);
    tree.set(parent, cells);
  }
  return tree;
}

/** Sums all cells of a grain to those of the next one. */
export function sumLevel(cells: Cells, { level }: TreeLevel): Cells {
  return climb(cells, undefined, level);
}

/** A grain and the one above it. */
export interface TreeLevel {
  grain: '5m' | 'hour' | 'day' | 'month';
  parent: 'hour' | 'day' | 'month' | 'year';
  level: Level;
}

/** From five minutes to years, in this order. */
export function levelsOf({ zone, daylight }: Pick<TreeInput, 'zone' | 'daylight'>): TreeLevel[] {
  const dayLight = (start: number) => daylight(start, dayRange(localDayOf(start, zone), zone).end);
  const hours: Level = {
    parentOf: (time) => hourStart(time, zone),
    weight: () => BUCKET_MS,
    whole: () => HOUR_MS,
  };
  const days: Level = {
    parentOf: (time) => dayStart(time, zone),
    weight: (start) => daylight(start, start + HOUR_MS),
    whole: dayLight,
  };
  const months: Level = { parentOf: (time) => monthStart(time, zone), weight: dayLight };
  const years: Level = { parentOf: (time) => yearStart(time, zone), weight: () => 1 };
  return [
    { grain: '5m', parent: 'hour', level: hours },
    { grain: 'hour', parent: 'day', level: days },
    { grain: 'day', parent: 'month', level: months },
    { grain: 'month', parent: 'year', level: years },
  ];
}

interface Level {
  parentOf(start: number): number;
  /** Weight of a part in the completeness of the whole. */
  weight(start: number): number;
  /** Weight of the whole, where missing parts count as empty; without it only the parts that exist count. */
  whole?(start: number): number;
}

function climb(fresh: Cells, stored: Cells | undefined, level: Level): Cells {
  const groups = new Map<number, Map<number, Cell>>();
  let parent = NaN;
  let group = new Map<number, Cell>();
  for (const [start, cell] of fresh) {
    const next = level.parentOf(start);
    if (next !== parent) {
      parent = next;
      group = groups.get(parent) ?? new Map<number, Cell>();
      groups.set(parent, group);
    }
    group.set(start, cell);
  }
  for (const [start, cell] of stored ?? []) {
    if (fresh.has(start)) continue;
    groups.get(level.parentOf(start))?.set(start, cell);
  }
  const parents: Cells = new Map();
  for (const [start, parts] of groups) {
    const sum = sumCells(parts.values());
    if (sum) parents.set(start, { ...sum, completeness: completenessOf(start, parts, level) });
  }
  return parents;
}

function completenessOf(start: number, parts: ReadonlyMap<number, Cell>, level: Level): number {
  let covered = 0;
  let total = 0;
  for (const [at, cell] of parts) {
    const weight = level.weight(at);
    if (weight === 0 || Number.isNaN(cell.completeness)) continue;
    covered += weight * cell.completeness;
    total += weight;
  }
  const whole = level.whole ? level.whole(start) : total;
  return whole > 0 ? Math.min(1, covered / whole) : NaN;
}
