import type { StationRow } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import type { DayCurves } from './station-columns.tsx';

/** As often as what the roll-ups sum is new. */
const REFETCH_MS = 60_000;

/** The day of every row of the page, asked for at once; undefined for accounts that may not see what was measured. */
export function useDayCurves(rows: readonly StationRow[] | undefined): DayCurves | undefined {
  const may = useMay('telemetry.view');
  // In the order of ids, so that another order of the same rows asks nothing.
  const ids = (rows ?? []).map(({ id }) => id).toSorted((a, b) => a - b);
  const { data } = useCall(
    'stationDayCurves',
    { query: { ids } },
    { enabled: may && ids.length > 0, refetchMs: REFETCH_MS, keepPrevious: true },
  );
  return useMemo(
    () => (may ? new Map((data ?? []).map(({ stationId, power }) => [stationId, power])) : undefined),
    [may, data],
  );
}
