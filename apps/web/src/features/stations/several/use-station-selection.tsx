import type { StationRow } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, usePersonal } from '../../../lib/session/session-context.tsx';
import type { RowSelection } from '../../../ui/table/data-table-props.ts';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { filterTexts, type ListState } from '../list-state.ts';
import { SeveralActions } from './several-actions.tsx';

interface Options {
  state: ListState;
  rows: readonly StationRow[] | undefined;
  /** Stations under the filter, on all pages. */
  total: number;
}

/** Lets stations be chosen one by one, or all that fit the filters, and handled together; not for visitors and in the personal edition. */
export function useStationSelection({ state, rows, total }: Options): RowSelection<StationRow> | undefined {
  const { visitor } = useAccount();
  const personal = usePersonal();
  // The texts of the bar come with the page, so that the first tick does not make it wait for them.
  useTranslation('labels');
  const filters = filterTexts(state);
  const filter = JSON.stringify(filters);
  const of = useSelection({ rows, filter });
  const [allOf, setAllOf] = useState<string>();
  if (visitor || personal) return undefined;
  const everything = allOf === filter && of.rows.size > 0;
  const clear = () => {
    setAllOf(undefined);
    of.clear();
  };
  const chosen = [...of.rows.values()];
  const target = everything ? { filters, count: total } : { ids: chosen.map(({ id }) => id) };
  return {
    of: {
      ...of,
      clear,
      set: (changed, on) => {
        setAllOf(undefined);
        of.set(changed, on);
      },
    },
    nameOf: ({ name }) => name,
    all: { total, chosen: everything, choose: () => setAllOf(filter) },
    actions: (
      <SeveralActions
        target={target}
        count={everything ? total : chosen.length}
        chosen={everything ? undefined : chosen}
        onDone={clear}
      />
    ),
  };
}
