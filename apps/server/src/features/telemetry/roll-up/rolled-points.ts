import { POINTS, type PointDef } from '@sunfleet/device-model';

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
 * Points that have means of five minutes: what charts draw over long spans. Voltages and currents of single inputs and strings,
 * and points outside the catalogue, are read from the samples themselves.
 */
export const ROLLED_POINTS: readonly number[] = POINTS.filter(isRolled).map((point) => point.id);

function isRolled(point: PointDef): boolean {
  if (point.kind !== 'gauge') return false;
  if (point.group === 'device') return point.unit === '°C';
  if (!GROUPS.has(point.group)) return false;
  return point.unit === 'W' || point.group === 'weather' || ELECTRIC.test(point.key);
}
