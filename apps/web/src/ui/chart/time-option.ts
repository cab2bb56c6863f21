import type { EChartsOption } from 'echarts';
import { axisLabel } from '../../lib/format/axis-labels.ts';
import { brushZoom } from './base-option.ts';
import type { ChartLook } from './chart-look.ts';
import { curveSeries } from './curve-series.ts';
import type { Panel, TimeDrawing } from './drawing.ts';
import { LEGEND_ROW, legendHeight, legendOf } from './legend.ts';
import { leastOf, niceScale } from './nice-scale.ts';
import { textWidth } from './text-width.ts';
import { NAME_HEIGHT, shortDay, timeAxis } from './time-axis.ts';
import { stretchesOf, valueAxis } from './value-axis.ts';

/** px that the first panel keeps however many rows the legend takes. */
const LEAST_PANEL = 120;
/** Between two panels, and below the last one for the labels of the time. */
const GAP = 16;
const FOOT = 28;
const BRUSH = 36;
/** Room for half of the last label of the time, of which some languages make more. */
const RIGHT = 24;
const rightOf = (look: ChartLook, { to, zone }: TimeDrawing) =>
  Math.max(RIGHT, Math.ceil(textWidth(shortDay(to, zone, look.format.language)) / 2) + 2);

/** px of the whole chart. */
export function heightOf({ panels, brush, axis }: TimeDrawing): number {
  const drawn = panels.reduce((sum, { height }) => sum + height, 0) + GAP * Math.max(0, panels.length - 1);
  return LEGEND_ROW + drawn + FOOT + (brush ? BRUSH : 0) + (axis ? NAME_HEIGHT : 0);
}

/** Panels one below the other over the same stretch of time. */
export function timeOption(look: ChartLook, drawing: TimeDrawing): EChartsOption {
  const curves = drawing.panels.flatMap((panel) => panel.curves);
  const legend = legendHeight(look, curves);
  // On a phone the legend needs more rows, which the first panel gives.
  const panels = drawing.panels.map((panel, index) =>
    index === 0 ? { ...panel, height: Math.max(LEAST_PANEL, panel.height - legend + LEGEND_ROW) } : panel,
  );
  const left = Math.max(...panels.map((panel) => labelWidth(look, panel)), 24);
  const tops = panels.map((_, index) =>
    panels.slice(0, index).reduce((top, { height }) => top + height + GAP, legend),
  );
  return {
    legend: legendOf(look, curves),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: panels.map(({ height }, index) => ({
      left,
      right: rightOf(look, drawing),
      top: tops[index]!,
      height,
      containLabel: false,
      outerBoundsMode: 'none' as const,
    })),
    ...(drawing.brush ? { dataZoom: brushZoom(look, left) } : {}),
    ...timeAxes(look, drawing),
    yAxis: panels.map(({ curves: [first], ...panel }, gridIndex) =>
      valueAxis(look, { ...panel, unit: first?.unit ?? '', text: first?.text, gridIndex }),
    ),
    series: panels.flatMap((panel, index) =>
      withNights(
        look,
        drawing,
        panel.curves.flatMap((curve) => curveSeries(look, curve, index)),
      ),
    ),
  };
}

/** The axes of time of all panels, marked for the stretch that is seen; only the last one has labels. */
export function timeAxes(
  look: ChartLook,
  drawing: TimeDrawing,
  seen: { from: number; to: number } = drawing,
): EChartsOption {
  const { panels, from, to, zone, axis: name, dayless } = drawing;
  return {
    xAxis: panels.map((_, gridIndex) => ({
      ...timeAxis(
        look,
        { from, to, zone, name, dayless },
        { seen, labelled: gridIndex === panels.length - 1 },
      ),
      gridIndex,
    })) as never,
  };
}

/** Night is shaded in every panel, behind its first series. */
function withNights<S extends object>(
  look: ChartLook,
  { from, to, nights = [] }: TimeDrawing,
  series: S[],
): S[] {
  const [first, ...others] = series;
  if (!first || nights.length === 0) return series;
  const data = nights
    .map(([begin, end]) => [Math.max(begin, from), Math.min(end, to)] as const)
    .filter(([begin, end]) => begin < end)
    .map(([begin, end]) => [{ xAxis: begin }, { xAxis: end }]);
  const color = look.dark ? 'rgba(255,255,255,0.04)' : 'rgba(20,30,50,0.045)';
  return [{ ...first, markArea: { silent: true, itemStyle: { color }, data } }, ...others];
}

/** About how wide the labels of a panel's axis are, so that all panels begin at the same place. px */
function labelWidth(look: ChartLook, { curves, ends, free, whole, height }: Panel): number {
  const values = curves
    .flatMap(({ values: high, low = [], draw }) =>
      [...high, ...low].map((value) => (draw === 'below' && value !== null ? -value : value)),
    )
    .filter((value) => value !== null);
  const [low, high] = ends ?? [least(values), greatest(values)];
  const unit = curves[0]?.unit ?? '';
  const scale = niceScale(low, high, {
    zero: !free,
    whole: whole ?? false,
    stretches: stretchesOf(height),
    least: leastOf(unit),
  });
  const text = curves[0]?.text;
  // Words stand at every mark of the axis, also at states that never were.
  const marks = Math.round((scale.max - scale.min) / scale.step);
  const labels = text
    ? Array.from({ length: marks + 1 }, (_, mark) => text(scale.min + mark * scale.step))
    : [scale.min, scale.max - scale.step, scale.max].map((value) =>
        axisLabel(value, { scale, unit, language: look.format.language }),
      );
  return 14 + Math.max(...labels.map(textWidth), 0);
}

const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Infinity);
const greatest = (values: readonly number[]): number =>
  values.reduce((high, value) => Math.max(high, value), -Infinity);
