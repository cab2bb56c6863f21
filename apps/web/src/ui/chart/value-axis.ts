import type { YAXisComponentOption } from 'echarts';
import { axisLabel, type AxisScale } from '../../lib/format/axis-labels.ts';
import type { ChartLook } from './chart-look.ts';
import { leastOf, niceScale } from './nice-scale.ts';

interface ValueAxisOptions {
  unit: string;
  /** The axis needs no zero. */
  free?: boolean | undefined;
  ends?: readonly [min: number, max: number] | undefined;
  whole?: boolean | undefined;
  /** Words instead of figures. */
  text?: ((value: number) => string) | undefined;
  gridIndex?: number;
  /** px; a low axis has fewer marks. */
  height?: number;
}

/** px below which there is room for few marks only. */
const LOW = 100;

/** Into how many stretches an axis of this height is cut. */
export const stretchesOf = (height: number): number => (height < LOW ? 2 : 5);

interface Extent {
  min: number;
  max: number;
}

/** A value axis with hairlines. Its ends follow what is shown; its labels share one unit and never read the same. */
export function valueAxis(look: ChartLook, options: ValueAxisOptions): YAXisComponentOption {
  const { unit, free = false, ends, whole = false, text, gridIndex = 0, height = LOW } = options;
  const stretches = stretchesOf(height);
  let scale: AxisScale = ends
    ? { min: ends[0], max: ends[1], step: (ends[1] - ends[0]) / 2 }
    : niceScale(0, 1, { zero: true });
  // echarts asks for both ends with what it is about to draw: after a zoom, or when a series is hidden, they are others.
  const endOf = (side: 'min' | 'max') => (extent: Extent) => {
    if (!ends)
      scale = niceScale(extent.min, extent.max, { zero: !free, whole, stretches, least: leastOf(unit) });
    return scale[side];
  };
  return {
    type: 'value',
    gridIndex,
    splitNumber: stretches,
    min: endOf('min'),
    max: endOf('max'),
    ...(ends ? { interval: scale.step } : {}),
    ...(whole ? { minInterval: 1 } : {}),
    axisLabel: {
      formatter: (value: number) =>
        text ? text(value) : axisLabel(value, { scale, unit, language: look.format.language }),
      color: look.muted,
    },
    splitLine: { show: true, lineStyle: { color: look.line } },
  };
}
