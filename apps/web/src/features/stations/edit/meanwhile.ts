import type { StationField } from '@sunfleet/contract';
import type { StationValues } from '../entry/station-values.ts';
import { differingFields } from '../entry/stored-values.ts';

/** What a form began with, what it holds, and what is stored by now. */
export interface Versions {
  base: StationValues;
  mine: StationValues;
  saved: StationValues;
}

/** A field in which what was saved meanwhile and what the form holds differ. */
export interface Meanwhile {
  field: StationField;
  /** Whether it was changed in the form as well, so that somebody has to decide. */
  isMine: boolean;
}

export type Side = 'saved' | 'mine';
export type Sides = Readonly<Partial<Record<StationField, Side>>>;

/** Fields that somebody else saved with other values than the form holds. */
export function savedMeanwhile({ base, mine, saved }: Versions): Meanwhile[] {
  const typed = new Set(differingFields(base, mine));
  const open = new Set(differingFields(mine, saved));
  return differingFields(base, saved)
    .filter((field) => open.has(field))
    .map((field) => ({ field, isMine: typed.has(field) }));
}

/** The side of a field: as it was chosen, else what is saved where nothing was typed. */
export const sideOf = ({ field, isMine }: Meanwhile, sides: Sides): Side | undefined =>
  sides[field] ?? (isMine ? undefined : 'saved');

/** The form with what was chosen; everything else stays as it was typed. */
export function withSides(versions: Versions, sides: Sides): StationValues {
  const next: StationValues = { ...versions.mine };
  for (const one of savedMeanwhile(versions))
    if (sideOf(one, sides) === 'saved') Object.assign(next, { [one.field]: versions.saved[one.field] });
  return next;
}
