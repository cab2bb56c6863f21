import type { CallError } from '@sunfleet/api-client';
import type { DeviceRow } from '@sunfleet/contract';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { readOptions, useCall } from '../../../lib/call/use-call.ts';

const PAGE = 200;
/** Pages that are read: 2,000 devices. */
const MOST_PAGES = 10;
const REFETCH_MS = 60_000;

interface StationDevices {
  /** Undefined until all are read. */
  rows: DeviceRow[] | undefined;
  /** How many there are, which may be more than are read. */
  total: number;
  error: CallError | null;
  refetch: () => unknown;
}

/** All devices of a station, page by page. */
export function useStationDevices(stationId: number): StationDevices {
  const call = useCallFunction();
  const query = (page: number) =>
    ({ query: { stationId, page, pageSize: PAGE, sort: 'kind', order: 'asc' } }) as const;
  const first = useCall('listDevices', query(1), { enabled: stationId > 0, refetchMs: REFETCH_MS });
  const total = first.data?.total ?? 0;
  const pages = Math.min(MOST_PAGES, Math.ceil(total / PAGE));
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, at) => ({
      ...readOptions(call, 'listDevices', query(at + 2)),
      refetchInterval: REFETCH_MS,
    })),
    combine: (results) => ({
      lists: results.map(({ data }) => data?.rows),
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  });
  const read = first.data?.rows;
  const rows = useMemo(() => {
    if (!read || others.lists.some((list) => list === undefined)) return undefined;
    return [...read, ...others.lists.flatMap((list) => list ?? [])];
  }, [read, others.lists]);
  return { rows, total, error: first.error ?? others.error, refetch: first.refetch };
}
