import type { Cell, ChartTable } from './csv.ts';
import type { BarDrawing, Curve, TimeDrawing, Values } from './drawing.ts';
import type { ChartWords } from './chart-words.ts';
import type { Stretch } from './zoom-steps.ts';

const ALWAYS: Stretch = { from: -Infinity, to: Infinity };

/**
 * Every curve that is drawn, at every time of any of them, or of the stretch that is seen. Times of which nothing is known have no row.
 */
export function timeTable(
  { panels, axis }: TimeDrawing,
  {
    words,
    timeOf,
    seen = ALWAYS,
  }: { words: ChartWords; timeOf: (time: number) => string; seen?: Stretch | undefined },
): ChartTable {
  const columns = panels.flatMap(({ curves }) => curves.flatMap((curve) => columnsOf(curve, words)));
  const times = [...new Set(columns.flatMap((column) => column.times))]
    .filter((time) => time >= seen.from && time <= seen.to)
    .toSorted((a, b) => a - b);
  return {
    columns: [axis ?? words.time, ...columns.map(({ head }) => head)],
    rows: rowsOf(times, (time) => [timeOf(time), ...columns.map(({ cellAt }) => cellAt(time))]),
  };
}

/** Every bar that is drawn, and what is listed beside them. `nameOf`: what a bucket is called, in a file by its start. */
export function barTable(
  { period, axis, buckets, bars, listed = [] }: BarDrawing,
  nameOf: (bucket: BarDrawing['buckets'][number]) => string,
): ChartTable {
  const columns = [...bars, ...listed];
  return {
    columns: [axis ?? period, ...columns.map(({ name, unit }) => headOf(name, unit))],
    rows: rowsOf([...buckets.keys()], (place) => [
      nameOf(buckets[place]!),
      ...columns.map(({ values, unit }) => roundedBy(unit, values[place] ?? null)),
    ]),
  };
}

function rowsOf<K>(keys: readonly K[], rowOf: (key: K) => Cell[]): Cell[][] {
  return keys.map(rowOf).filter(([, ...cells]) => cells.some((cell) => cell !== null));
}

const headOf = (name: string, unit: string): string => (unit ? `${name} (${unit})` : name);

function columnsOf(curve: Curve, words: ChartWords) {
  const { name, unit, digits, times, values, low, high, draw, text } = curve;
  const column = (head: string, shown: Values) => {
    const known = new Map(times.map((time, place) => [time, shown[place] ?? null]));
    const cellAt = (time: number): Cell => {
      const value = known.get(time) ?? null;
      return value !== null && text ? text(value) : roundedBy(unit, value, digits);
    };
    return { head: headOf(head, unit), times, cellAt };
  };
  const edges = [
    ...(low ? [column(words.lowest(name), low)] : []),
    ...(low && (high ?? draw === 'band') ? [column(words.highest(name), high ?? values)] : []),
  ];
  return draw === 'band' ? edges : [column(name, values), ...edges];
}

/** Digits behind the point that a file keeps of a unit; three of any other. */
const DIGITS: Readonly<Record<string, number>> = {
  W: 0,
  'W/m²': 0,
  '%': 1,
  V: 1,
  A: 2,
  Hz: 3,
  '°C': 1,
  '°F': 1,
  kWh: 3,
};

/** Without the noise of binary fractions: 82.3, not 82.30000000000291. */
function roundedBy(unit: string, value: number | null, digits?: number): number | null {
  if (value === null) return null;
  const rounded = Number(value.toFixed(digits ?? DIGITS[unit] ?? 3));
  return rounded === 0 ? 0 : rounded;
}
