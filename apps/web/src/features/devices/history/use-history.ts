import type { CallError, OutputOf } from '@sunfleet/api-client';
import { type HistoryResolution, isFiner, resolutionOfSpan } from '@sunfleet/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall } from '../../../lib/call/use-call.ts';
import type { Stretch } from '../../../ui/chart/zoom-steps.ts';
import { detailWindow } from './detail-window.ts';
import { mergeDetail } from './merge-detail.ts';

type History = OutputOf<'deviceHistory'>;

/** What is older than this rarely changes while somebody looks at it. */
const SETTLED_MS = 10 * 60_000;

/** The finer lines of a stretch. */
interface Detail {
  /** The lines that it is of. */
  of: string;
  window: Stretch;
  history: History;
}

interface Asked {
  device: number;
  points: readonly string[];
  whole: Stretch;
  /** The stretch that is looked at; undefined: the whole. */
  seen: Stretch | undefined;
  /** Epoch milliseconds: what reaches until here is asked again and again. */
  now: number;
}

interface ReadHistory {
  whole: UseQueryResult<History, CallError>;
  /** The lines to draw: finer ones where they are known. */
  history: History | undefined;
  /** Of what is seen. */
  resolution: HistoryResolution | undefined;
  /** Finer lines of what is seen could not be read. */
  failed: boolean;
}

/**
 * The history of points, and of a stretch that is looked at the finer lines that the server has. Until they are there, and where they
 * cannot be read, the coarse ones stay.
 */
export function useHistory({ device, points, whole, seen, now }: Asked): ReadHistory {
  const asking = (stretch: Stretch) => ({
    params: { id: device },
    query: { points: [...points], from: stretch.from, to: stretch.to },
  });
  const refetchMs = ({ to }: Stretch) => (to > now - SETTLED_MS ? 60_000 : false);
  const coarse = useCall('deviceHistory', asking(whole), {
    keepPrevious: true,
    refetchMs: refetchMs(whole),
  });
  const window = seen && detailWindow(seen, whole);
  const wanted =
    window !== undefined &&
    coarse.data !== undefined &&
    !coarse.isPlaceholderData &&
    isFiner(resolutionOfSpan(window.to - window.from), coarse.data.resolution);
  const fine = useCall('deviceHistory', asking(window ?? whole), {
    enabled: wanted,
    refetchMs: refetchMs(window ?? whole),
  });
  const of = JSON.stringify([device, points, whole]);
  const detail = useNewest(
    wanted && fine.data ? { of, window, history: fine.data } : undefined,
    wanted ? of : '',
  );
  const history = useMemo(() => {
    if (!coarse.data || !detail || !isFiner(detail.history.resolution, coarse.data.resolution))
      return coarse.data;
    return { ...coarse.data, series: mergeDetail(coarse.data.series, detail.history.series, detail.window) };
  }, [coarse.data, detail]);
  const shown = detail && seen && isInside(seen, detail.window) ? detail.history : coarse.data;
  return { whole: coarse, history, resolution: shown?.resolution, failed: wanted && fine.isError };
}

const isInside = (seen: Stretch, window: Stretch): boolean =>
  seen.from >= window.from && seen.to <= window.to;

/** The detail, or the last one of the same lines while the next is on its way. */
function useNewest(detail: Detail | undefined, of: string): Detail | undefined {
  const [last, setLast] = useState<Detail>();
  if (detail && detail.history !== last?.history) setLast(detail);
  const newest = detail ?? last;
  return newest?.of === of ? newest : undefined;
}
