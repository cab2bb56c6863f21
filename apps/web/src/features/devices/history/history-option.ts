import { pointByKey } from '@sunfleet/device-model';
import type { EChartsOption } from 'echarts';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import { bandSeries, lineSeries, stepSeries, valueAxis } from '../../../ui/chart/series.ts';
import { timeAxis } from '../../../ui/chart/time-axis.ts';
import { bandOf, type Curve, panelsOf } from './history-curves.ts';

const LEGEND = 40;
const GAP = 44;
const FOOT = 28;

export interface HistoryRange {
  from: number;
  to: number;
  zone: string;
}

/** px of one panel: a single one is tall, several share the page. */
const panelHeight = (panels: number): number => (panels === 1 ? 280 : 170);

/** px of the whole chart. */
export const historyHeight = (curves: readonly Curve[]): number => {
  const panels = Math.max(1, panelsOf(curves).length);
  return LEGEND + panels * panelHeight(panels) + (panels - 1) * GAP + FOOT;
};

/** One panel a unit, one below the other over the same stretch of time, so that no axis has to be looked up. */
export function historyOption(
  look: ChartLook,
  curves: readonly Curve[],
  { range, bandName }: { range: HistoryRange; bandName: string },
): EChartsOption {
  const panels = panelsOf(curves);
  const height = panelHeight(panels.length);
  const axes = panels.map((panel, index) =>
    axesOf(look, panel, { range, last: index === panels.length - 1, index }),
  );
  const band = bandOf(curves);
  return {
    legend: { show: true, data: curves.map(({ name }) => name) },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: panels.map((_, index) => ({
      left: 72,
      right: 12,
      top: LEGEND + index * (height + GAP),
      height,
      containLabel: false,
    })),
    xAxis: axes.map(({ x }) => x),
    yAxis: axes.map(({ y }) => y),
    series: [
      ...(band
        ? bandSeries(look, { name: bandName, times: curves[0]!.times, low: band.min, high: band.max })
        : []),
      ...curves.map((curve, index) => curveSeries(look, curve, { index, panels })),
    ],
  };
}

interface Place {
  range: HistoryRange;
  index: number;
  last: boolean;
}

function axesOf(look: ChartLook, panel: readonly Curve[], { range, index, last }: Place) {
  const { label, unit } = panel[0]!;
  const time = timeAxis(look, range) as Record<string, unknown>;
  const whole = pointByKey(panel[0]!.key)?.kind === 'state' ? { minInterval: 1 } : {};
  return {
    x: {
      ...time,
      gridIndex: index,
      axisLine: { ...(time['axisLine'] as object), onZero: false },
      ...(last ? {} : { axisLabel: { ...(time['axisLabel'] as object), show: false } }),
    } as never,
    y: {
      ...valueAxis(look, { label }),
      ...whole,
      gridIndex: index,
      scale: unit !== 'W' && unit !== 'kWh' && unit !== '%',
    } as never,
  };
}

function curveSeries(
  look: ChartLook,
  curve: Curve,
  { index, panels }: { index: number; panels: readonly (readonly Curve[])[] },
) {
  const { key, name, times, values, label } = curve;
  const axis = panels.findIndex((panel) => panel.includes(curve));
  const color = look.series[index % look.series.length]!;
  const kind = pointByKey(key)?.kind;
  const draw = kind === 'state' || kind === 'bits' ? stepSeries : lineSeries;
  return {
    ...draw({ name, color, times, values, yAxisIndex: axis }),
    xAxisIndex: axis,
    tooltip: { valueFormatter: (value: unknown) => label(typeof value === 'number' ? value : null) },
  };
}
