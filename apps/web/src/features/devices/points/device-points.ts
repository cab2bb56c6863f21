import type { OutputOf } from '@sunfleet/api-client';
import { pointByKey, type PointGroup } from '@sunfleet/device-model';

export type LatestPoint = OutputOf<'deviceLatest'>[number];

/** Groups of the catalogue in the order they are read, what is outside of it last. */
export const GROUPS = [
  'state',
  'ac',
  'dc',
  'string',
  'energy',
  'battery',
  'grid',
  'load',
  'meter',
  'weather',
  'device',
  'custom',
] as const satisfies readonly (PointGroup | 'custom')[];
export type Group = (typeof GROUPS)[number];

export interface NamedPoint extends Omit<LatestPoint, 'name'> {
  name: string;
}

/** Group of a point; points outside the catalogue are one group. */
export const groupOf = (key: string): Group => pointByKey(key)?.group ?? 'custom';

/** Points that carry the searched text in name or key, by group, each group in the order of the catalogue. */
export function groupPoints(
  points: readonly NamedPoint[],
  text: string,
): readonly { group: Group; points: readonly NamedPoint[] }[] {
  const wanted = text.trim().toLowerCase();
  const found = points.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(wanted));
  return GROUPS.map((group) => ({
    group,
    points: found.filter(({ key }) => groupOf(key) === group).toSorted(byCatalogue),
  })).filter((each) => each.points.length > 0);
}

function byCatalogue(a: NamedPoint, b: NamedPoint): number {
  const order = (key: string) => pointByKey(key)?.id ?? Infinity;
  const [first, second] = [order(a.key), order(b.key)];
  return first === second ? a.key.localeCompare(b.key) : first - second;
}
