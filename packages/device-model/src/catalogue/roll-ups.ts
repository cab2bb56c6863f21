import { pointByKey, type PointDef } from './points.ts';

const GROUPS: ReadonlySet<PointDef['group']> = new Set([
  'ac',
  'dc',
  'battery',
  'grid',
  'load',
  'meter',
  'weather',
]);
const ELECTRIC = /^(?:ac|battery|meter)\./;

/**
 * Whether a point has means of five minutes: what charts draw over long spans. Voltages and currents of single inputs and strings,
 * and points outside the catalogue, are read from the samples themselves.
 */
export function hasMeans(point: PointDef): boolean {
  if (point.kind !== 'gauge') return false;
  if (point.group === 'device') return point.unit === '°C' || point.key === 'limit.power';
  if (!GROUPS.has(point.group)) return false;
  return point.unit === 'W' || point.group === 'weather' || ELECTRIC.test(point.key);
}

/** Whether means or energies of a point are left when its samples are gone. */
export function leavesRollUps(key: string): boolean {
  const point = pointByKey(key);
  if (!point) return false;
  return hasMeans(point) || point.kind === 'counter' || point.kind === 'dayCounter';
}
