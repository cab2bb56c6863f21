import {
  LIMITS,
  resolutionOfSpan,
  type HistoryResolution,
  type RouteOutput,
  type routes,
} from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireDevice } from '../../devices/index.ts';
import { describePoints } from '../points/describe-points.ts';
import type { PointRegistry } from '../points/point-registry.ts';
import { readSeriesOf } from './point-series.ts';

type History = RouteOutput<(typeof routes)['deviceHistory']>;

export interface HistoryQuery {
  points: readonly string[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
  resolution: 'auto' | HistoryResolution;
}

const DAY_MS = 86_400_000;
/** Longest span that may be asked for in a resolution. */
const LONGEST: Readonly<Record<HistoryResolution, number>> = {
  raw: 32 * DAY_MS,
  '5m': LIMITS.historyDays * DAY_MS,
  hour: 10 * LIMITS.historyDays * DAY_MS,
  day: 100 * LIMITS.historyDays * DAY_MS,
};

/** Values of one line, and of all lines of an answer together: a day of samples that come each second, twice. A bucket has three: mean, least and greatest. */
const MOST_OF_LINE = 200_000;
const MOST_IN_ALL = 500_000;
const OF_BUCKET = 3;

/**
 * Lines of up to eight points of a device. Throws AppError deviceNotFound, unknownPoint, rangeTooLong, historyTooLarge, and
 * invalidInput for a range that ends before it begins.
 */
export async function deviceHistory(
  platform: Pick<Platform, 'db' | 'samples'>,
  points: Pick<PointRegistry, 'knownId'>,
  request: { actor: Actor; id: number; query: HistoryQuery },
): Promise<History> {
  const { from, to } = request.query;
  if (to <= from) throw new AppError('invalidInput', { fields: 'query.to' });
  const resolution = resolutionOf(request.query);
  if (to - from > LONGEST[resolution]) {
    throw new AppError('rangeTooLong', { days: Math.floor(LONGEST[resolution] / DAY_MS) });
  }
  const device = await requireDevice(platform.db, request.actor, request.id, 'telemetry.view');
  const known = request.query.points.map((key) => {
    const point = points.knownId(device.id, key);
    if (point === undefined) throw new AppError('unknownPoint', { key });
    return { key, point };
  });
  const describe = await describePoints(platform.db, device.id, request.query.points);
  const mostIn = (as: HistoryResolution) =>
    Math.min(MOST_OF_LINE, Math.floor(MOST_IN_ALL / known.length / (as === 'raw' ? 1 : OF_BUCKET)));
  const read = async (as: HistoryResolution): Promise<History['series'] | undefined> => {
    const lines = await Promise.all(
      known.map(async ({ key, point }) => {
        const described = describe(key);
        const since = Math.max(from, device.measuredSince ?? from);
        const wanted = {
          device: device.id,
          point,
          kind: described.kind,
          from: since,
          to,
          resolution: as,
          most: mostIn(as),
        };
        const line = await readSeriesOf(platform.samples, { ...wanted, zone: device.timeZone });
        return line && { key, ...described, ...line };
      }),
    );
    return lines.every((line) => line !== undefined) ? lines : undefined;
  };
  const series = await read(resolution);
  // Samples go when their time is over, and may be too many for a line; their means of five minutes stay, and are few.
  if (request.query.resolution === 'auto' && resolution === 'raw' && (!series || isEmpty(series))) {
    const means = await read('5m');
    if (means && (!series || !isEmpty(means))) return { resolution: '5m', series: means };
  }
  if (!series) throw new AppError('historyTooLarge', { most: mostIn(resolution) });
  return { resolution, series };
}

const isEmpty = (series: History['series']): boolean => series.every(({ times }) => times.length === 0);

function resolutionOf({ resolution, from, to }: HistoryQuery): HistoryResolution {
  return resolution === 'auto' ? resolutionOfSpan(to - from) : resolution;
}
