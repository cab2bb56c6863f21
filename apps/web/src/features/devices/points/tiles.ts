import { pointByKey } from '@sunfleet/device-model';
import type { StringMap } from '@sunfleet/contract';
import type { LatestPoint } from './device-points.ts';

/** What is compared over the inputs and strings of a device; each is a family of numbered points. */
export const QUANTITIES = ['strCurrent', 'strVoltage', 'pvCurrent', 'pvPower', 'pvVoltage'] as const;
export type TileQuantity = (typeof QUANTITIES)[number];

export interface Tile {
  key: string;
  /** Number of the input or string. */
  n: number;
  /** Null: not known, or not reported when the others were. */
  value: number | null;
  time: number;
  /** Place on the scale, 0 (least) to `STEPS - 1`; null with an unknown value. */
  step: number | null;
  /** Clearly less than the others. */
  low: boolean;
}

export interface TileMap {
  quantity: TileQuantity;
  unit: string;
  /** Ends of the scale, and the middle one of all values. Null where nothing is known. */
  scale: { least: number; most: number; median: number } | null;
  tiles: readonly Tile[];
}

export const STEPS = 5;
/** So far below the median a value is marked. */
export const LOW_SHARE = 0.1;
/** Fewer are seen at a glance in the rows. */
const FEWEST = 4;
/** A value this much older than the newest one does not belong to the same moment, ms. */
const SAME_MOMENT = 10 * 60_000;

const FAMILY = /^(str|pv)(\d+)\.(current|voltage|power)$/;

/**
 * Maps of what a device tells of enough inputs or strings, in the order of `QUANTITIES`. By a design an input is low against those of arrays that face alike, each by its strings; against all
 * where none tells what hangs on it.
 */
export function tileMaps(points: readonly LatestPoint[], design?: StringMap): readonly TileMap[] {
  const families = new Map<string, { n: number; point: LatestPoint }[]>();
  for (const point of points) {
    const [, family, n, what] = FAMILY.exec(point.key) ?? [];
    if (!family || !what) continue;
    const quantity = `${family}${what[0]!.toUpperCase()}${what.slice(1)}`;
    families.set(quantity, [...(families.get(quantity) ?? []), { n: Number(n), point }]);
  }
  return QUANTITIES.flatMap((quantity) => {
    const members = families.get(quantity) ?? [];
    return members.length < FEWEST ? [] : [mapOf(quantity, members, design)];
  });
}

interface Member {
  n: number;
  point: LatestPoint;
}

function mapOf(quantity: TileQuantity, members: readonly Member[], design: StringMap | undefined): TileMap {
  const newest = Math.max(...members.map(({ point }) => point.time));
  const valueOf = ({ value, time }: LatestPoint) => (newest - time > SAME_MOMENT ? null : value);
  const known = members
    .map(({ point }) => valueOf(point))
    .filter((value) => value !== null)
    .toSorted((a, b) => a - b);
  const scale =
    known.length === 0
      ? null
      : { least: known[0]!, most: known.at(-1)!, median: known[Math.floor(known.length / 2)]! };
  const usualOf = usual(
    quantity,
    members.map(({ n, point }) => ({ n, value: valueOf(point) })),
    design,
  );
  const tiles = members
    .toSorted((a, b) => a.n - b.n)
    .map(({ n, point }): Tile => {
      const value = valueOf(point);
      const rated = value === null || !scale ? null : { value, scale };
      return {
        key: point.key,
        n,
        value,
        time: point.time,
        step: rated && stepOf(rated.value, rated.scale),
        low: rated !== null && isLow(rated.value, usualOf(n)),
      };
    });
  return { quantity, unit: pointByKey(members[0]!.point.key)?.unit ?? '', scale, tiles };
}

/** Fewer inputs on arrays that face alike cannot tell which of them is low. */
const LEAST_ALIKE = 3;

/** What an input should have by those that it is compared with; NaN where there are too few of them. */
function usual(
  quantity: TileQuantity,
  values: readonly { n: number; value: number | null }[],
  design: StringMap | undefined,
): (n: number) => number {
  const known = values.flatMap(({ n, value }) => (value === null ? [] : [{ n, value }]));
  const inputs = design?.[quantity.startsWith('str') ? 'strings' : 'mppts'];
  if (!inputs || !known.some(({ n }) => inputs.has(n))) {
    const middle = middleOf(known.map(({ value }) => value));
    return () => middle;
  }
  const partOf = (n: number) => {
    const input = inputs.get(n);
    if (!input || quantity.endsWith('Voltage')) return 1;
    return quantity.endsWith('Power') ? input.power : input.strings;
  };
  const alikeOf = (n: number) => inputs.get(n)?.alike ?? null;
  return (n) => {
    const alike = known.filter((one) => alikeOf(n) !== null && alikeOf(one.n) === alikeOf(n));
    if (alike.length < LEAST_ALIKE) return NaN;
    return partOf(n) * middleOf(alike.map((one) => one.value / partOf(one.n)));
  };
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/**
 * The scale begins at half the median, so that it shows how far the others are from each other; less has the first colour, too. Without a
 * median above zero it begins at zero or at the least value.
 */
export const scaleStart = ({ least, median }: { least: number; median: number }): number =>
  median > 0 ? median / 2 : Math.min(0, least);

function stepOf(value: number, scale: { least: number; most: number; median: number }): number {
  const start = scaleStart(scale);
  const room = scale.most - start;
  return room <= 0 ? 0 : Math.min(STEPS - 1, Math.max(0, Math.floor(((value - start) / room) * STEPS)));
}

const isLow = (value: number, median: number): boolean => median > 0 && value < median * (1 - LOW_SHARE);
