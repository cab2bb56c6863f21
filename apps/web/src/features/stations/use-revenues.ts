import type { StationRow } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import type { Revenues } from './revenue-columns.tsx';

/** As often as revenue is counted, roughly. */
const REFETCH_MS = 300_000;

/** Counted revenue of every row of the page; undefined for accounts that may not see money. */
export function useRevenues(rows: readonly StationRow[] | undefined): Revenues | undefined {
  const may = useMay('tariffs.view');
  // In the order of ids, so that another order of the same rows asks nothing.
  const ids = (rows ?? []).map(({ id }) => id).toSorted((a, b) => a - b);
  const { data } = useCall(
    'listRevenues',
    { query: { ids } },
    { enabled: may && ids.length > 0, refetchMs: REFETCH_MS, keepPrevious: true },
  );
  return useMemo(
    () => (may ? new Map((data ?? []).map(({ stationId, revenues }) => [stationId, revenues])) : undefined),
    [may, data],
  );
}
