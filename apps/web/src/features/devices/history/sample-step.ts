import type { PointSeries } from '@sunfleet/contract';
import type { Stretch } from '../../../ui/chart/zoom-steps.ts';

/** Samples looked at of one line. */
const LOOKED_AT = 2000;

/** How far the samples of lines are apart in a stretch, milliseconds: the usual step of the fastest and of the slowest line. */
export function sampleSteps(
  series: readonly Pick<PointSeries, 'times' | 'values'>[],
  { from, to }: Stretch,
): { least: number; most: number } | undefined {
  const steps = series.flatMap((line) => {
    const known = line.times.filter(
      (time, place) => time >= from && time <= to && line.values[place] !== null,
    );
    return usualStep(known.slice(0, LOOKED_AT)) ?? [];
  });
  return steps.length === 0 ? undefined : { least: Math.min(...steps), most: Math.max(...steps) };
}

/** The step in the middle of all, in whole seconds. */
function usualStep(times: readonly number[]): number | undefined {
  const steps = times.slice(1).map((time, place) => time - times[place]!);
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)];
  return middle === undefined ? undefined : Math.max(1000, Math.round(middle / 1000) * 1000);
}
