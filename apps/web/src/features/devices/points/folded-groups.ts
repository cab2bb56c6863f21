import { createStored } from '../../../lib/stored.ts';
import { GROUPS, type Group } from './device-points.ts';

/** More rows than this are folded until somebody opens them, where tiles show the same. */
const MANY = 12;

/** Groups of points that somebody has opened or folded, for every device. */
export const storedFolds = createStored<Partial<Record<Group, boolean>>>({
  key: 'sunfleet.points.folded',
  parse: (value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter(
            ([group, folded]) => GROUPS.some((known) => known === group) && typeof folded === 'boolean',
          ),
        )
      : undefined,
  fallback: {},
});

/** Whether a group is folded: as it was left, else when it is long and its values stand in tiles. */
export function isFolded(
  folds: Partial<Record<Group, boolean>>,
  { group, rows, tiled }: { group: Group; rows: number; tiled: boolean },
): boolean {
  return folds[group] ?? (tiled && rows > MANY && (group === 'string' || group === 'dc'));
}
