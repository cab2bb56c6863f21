import { useState } from 'react';
import type { ChosenAddress } from '../../../parts/towns/use-addresses.ts';
import { FOUND_FIELDS, type FoundField, type FoundValues, foundValues, splitFound } from './found-values.ts';
import type { StationForm } from './station-form.ts';
import type { StationValues } from './station-values.ts';

interface Filled extends ChosenAddress {
  found: FoundValues;
  /** What stood there before. */
  before: FoundValues;
  /** Fields with what somebody had typed. */
  kept: readonly FoundField[];
}

/** The fields as they would be without what was filled in; what was typed since stays. */
function unfilled(values: StationValues, filled: Filled | undefined): FoundValues {
  const before = FOUND_FIELDS.map((name) => {
    const isFilled = filled !== undefined && values[name] === filled.found[name];
    return [name, isFilled ? filled.before[name] : values[name]] as const;
  });
  return Object.fromEntries(before) as FoundValues;
}

/** Fills in an address that somebody found and chose. Nothing that was typed is lost: the address stays as it is, and all can be undone. */
export function useFoundAddress({ values, change }: Pick<StationForm, 'values' | 'change'>) {
  const [filled, setFilled] = useState<Filled>();
  return {
    filled,
    take(chosen: ChosenAddress) {
      const found = foundValues(chosen.address);
      const { used, kept } = splitFound(values, found, filled?.found ?? {});
      setFilled({ ...chosen, found, before: unfilled(values, filled), kept });
      change(used);
    },
    /** Takes what was found also where something else was typed. */
    useAll() {
      if (!filled) return;
      setFilled({ ...filled, kept: [] });
      change(filled.found);
    },
    undo() {
      if (!filled) return;
      change(unfilled(values, filled));
      setFilled(undefined);
    },
  };
}

export type FoundAddressFill = ReturnType<typeof useFoundAddress>;
