import type { PointSeries } from '@sunfleet/contract';
import type { Curve, Panel, TimeDrawing, Values } from '../../../ui/chart/drawing.ts';
import { axisOf } from './chosen-points.ts';
import { tonesOf } from './point-tones.ts';

/** A series with its name; words where its values are no figures. */
export interface NamedSeries extends Omit<PointSeries, 'name'> {
  name: string;
  text?: (value: number) => string;
}

export interface HistoryRange {
  from: number;
  to: number;
  zone: string;
}

/** One panel a unit, one below the other over the same stretch of time, so that no axis has to be looked up. */
export function historyDrawing(series: readonly NamedSeries[], range: HistoryRange): TimeDrawing {
  const tones = tonesOf(series.map(({ key }) => key));
  const axes = [...new Set(series.map(axisOf))];
  const panels = axes.map((axis): Panel => {
    const own = series.filter((each) => axisOf(each) === axis);
    const { unit, kind } = own[0]!;
    return {
      curves: own.map((each) => curveOf(each, tones.get(each.key)!)),
      height: axes.length === 1 ? 280 : 150,
      free: unit !== 'W' && unit !== 'kWh' && unit !== '%',
      whole: kind === 'state',
    };
  });
  return { panels, ...range, brush: true };
}

function curveOf(series: NamedSeries, look: Pick<Curve, 'tone' | 'dashed'>): Curve {
  const { name, unit, kind, decimals, times, values, min, max, text } = series;
  return {
    name,
    unit,
    ...(decimals === null ? {} : { digits: decimals }),
    times,
    values,
    draw: kind === 'state' || kind === 'bits' ? 'step' : 'line',
    ...look,
    ...(text ? { text } : {}),
    ...(min && max && !text && differ(min, max) ? { low: min, high: max } : {}),
  };
}

/** Whether a bucket held more than one value; else the envelope would say what the line says. */
const differ = (min: Values, max: Values): boolean => min.some((value, place) => value !== max[place]);
