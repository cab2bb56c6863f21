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
  const of = JSON.stringify([device, points, whole]);
  const [last, setLast] = useState<Detail>();
  const known = last?.of === of ? last : undefined;
  const window = seen && (suffices(known, seen) ? known.window : detailWindow(seen, whole));
  const wanted =
    window !== undefined &&
    coarse.data !== undefined &&
    !coarse.isPlaceholderData &&
    isFiner(resolutionOf(window), coarse.data.resolution);
  const fine = useCall('deviceHistory', asking(window ?? whole), {
    enabled: wanted,
    refetchMs: refetchMs(window ?? whole),
  });
  if (wanted && fine.data && fine.data !== last?.history) setLast({ of, window, history: fine.data });
  // The last lines stay while the next are on their way.
  const detail = wanted ? known : undefined;
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

const resolutionOf = ({ from, to }: Stretch) => resolutionOfSpan(to - from);

/** Whether lines that are known hold a stretch as finely as it would be answered. */
function suffices(known: Detail | undefined, seen: Stretch): known is Detail {
  return (
    known !== undefined &&
    isInside(seen, known.window) &&
    !isFiner(resolutionOf(seen), known.history.resolution)
  );
}
