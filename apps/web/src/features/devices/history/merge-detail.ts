import type { PointSeries } from '@sunfleet/contract';
import type { Stretch } from '../../../ui/chart/zoom-steps.ts';

type Column = readonly (number | null)[];

/** A line in two resolutions: the coarse one, and in its place over a stretch the finer one. */
export function mergeDetail(
  coarse: readonly PointSeries[],
  fine: readonly PointSeries[],
  over: Stretch,
): PointSeries[] {
  const finer = new Map(fine.map((each) => [each.key, each]));
  return coarse.map((line) => {
    const detail = finer.get(line.key);
    return detail ? splice(line, detail, over) : line;
  });
}

function splice(line: PointSeries, detail: PointSeries, { from, to }: Stretch): PointSeries {
  const begin = placeOf(line.times, from);
  const end = placeOf(line.times, to);
  const joined = <T>(outer: readonly T[], inner: readonly T[]): T[] => [
    ...outer.slice(0, begin),
    ...inner,
    ...outer.slice(end),
  ];
  const hasEdges = line.min !== undefined || detail.min !== undefined;
  // A sample stands for itself: it has no least and greatest value.
  const edge = (own: Column | undefined, { times }: PointSeries): Column => own ?? times.map(() => null);
  return {
    ...line,
    times: joined(line.times, detail.times),
    values: joined(line.values, detail.values),
    ...(hasEdges
      ? {
          min: joined(edge(line.min, line), edge(detail.min, detail)),
          max: joined(edge(line.max, line), edge(detail.max, detail)),
        }
      : {}),
  };
}

/** Place of the first time that is not before a moment. Times ascend. */
function placeOf(times: readonly number[], moment: number): number {
  const place = times.findIndex((time) => time >= moment);
  return place < 0 ? times.length : place;
}
