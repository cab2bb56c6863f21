import { gapLimit } from '@sunfleet/analysis';
import type { Series } from './series.ts';

/** Gauges an energy is integrated from, W. */
export interface FlowPower {
  point: number;
  /** The sign that counts as this flow. */
  sign: 1 | -1 | 'both';
  /** Where the point is not reported: one gauge less another one that is mixed into it. */
  instead?: { point: number; less: number };
}

/** All points a power may follow from. */
export const pointsOf = ({ point, instead }: FlowPower): readonly number[] =>
  instead ? [point, instead.point, instead.less] : [point];

/** The power as it was reported, or as it follows from others: the curve of a station is drawn from the same. */
export function powerSeries(power: FlowPower, series: ReadonlyMap<number, Series>): Series | undefined {
  const own = series.get(power.point);
  if (own || !power.instead) return own;
  const mixed = series.get(power.instead.point);
  const part = series.get(power.instead.less);
  return mixed && part ? without(mixed, part) : mixed;
}

/** A series less the newest value of another one, where that is not too old. */
function without(mixed: Series, part: Series): Series {
  const limit = gapLimit(part.times);
  const times: number[] = [];
  const values: number[] = [];
  let at = -1;
  for (let i = 0; i < mixed.times.length; i += 1) {
    const time = mixed.times[i]!;
    while (at + 1 < part.times.length && part.times[at + 1]! <= time) at += 1;
    // Both come in one message or a moment apart, so the part that follows is as good as the one before.
    const place = at >= 0 && time - part.times[at]! <= limit ? at : at + 1;
    if (!(Math.abs((part.times[place] ?? Infinity) - time) <= limit)) continue;
    times.push(time);
    values.push(mixed.values[i]! - part.values[place]!);
  }
  return { times, values };
}
