import type { ProfileCoverage } from '@sunfleet/device-model';

/** Points that a family gives; null: its devices tell by themselves which they have. */
export function pointCount({ points }: ProfileCoverage): number | null {
  return points === 'bySunSpec' ? null : Object.values(points).reduce((sum, count) => sum + count, 0);
}
