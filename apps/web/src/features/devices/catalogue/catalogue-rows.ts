import { FAULT_WORDS, MAX_MPPT, MAX_STRINGS, type PointDef, POINTS } from '@sunfleet/device-model';
import { pointNameKey } from '../../../parts/points/point-name.ts';

/** A point of the catalogue, or a family whose members differ by a number alone. */
export interface CatalogueRow extends Pick<PointDef, 'unit' | 'kind' | 'group' | 'min' | 'max'> {
  /** The key; of a family that of its first member. */
  key: string;
  /** Key of the last member, and the numbers in words; undefined: no family. */
  family: { last: string; numbers: string } | undefined;
  /** Key of its name in the texts. */
  text: string;
}

/** Phases of AC sides and meters. */
const PHASES = 3;

const SIZES: readonly (readonly [start: RegExp, size: number])[] = [
  [/^pv_/, MAX_MPPT],
  [/^str_/, MAX_STRINGS],
  [/^fault_w$/, FAULT_WORDS],
  [/^(ac|meter)_l_/, PHASES],
];

/** The catalogue with one row for each family. */
export function catalogueRows(points: readonly PointDef[] = POINTS): CatalogueRow[] {
  return points.flatMap((point) => {
    const { key: text, n } = pointNameKey(point.key);
    if (n !== undefined && n > 1) return [];
    const { key, unit, kind, group, min, max } = point;
    const size = n === undefined ? undefined : SIZES.find(([start]) => start.test(text))?.[1];
    const family =
      size === undefined ? undefined : { last: key.replace('1', `${size}`), numbers: `1–${size}` };
    return [
      { key, unit, kind, group, ...(min === undefined ? {} : { min, max }), family, text } as CatalogueRow,
    ];
  });
}
