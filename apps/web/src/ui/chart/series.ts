import type { BarSeriesOption, EChartsOption, LineSeriesOption, YAXisComponentOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';

type Values = readonly (number | null)[];

interface CurveOptions {
  name: string;
  color: string;
  times: readonly number[];
  /** Null breaks the line: a gap is a gap. */
  values: Values;
  yAxisIndex?: number;
}

const pairs = (times: readonly number[], values: Values): (number | null)[][] =>
  times.map((time, index) => [time, values[index] ?? null]);

/** A thin line over time. */
export function lineSeries({ name, color, times, values, yAxisIndex = 0 }: CurveOptions): LineSeriesOption {
  return {
    type: 'line',
    name,
    yAxisIndex,
    data: pairs(times, values) as never,
    showSymbol: false,
    connectNulls: false,
    sampling: 'lttb',
    lineStyle: { width: 1.5, color },
    itemStyle: { color },
    emphasis: { disabled: true },
  };
}

/** Power over time: a line with its area filled. */
export function areaSeries(options: CurveOptions): LineSeriesOption {
  return { ...lineSeries(options), areaStyle: { color: options.color, opacity: 0.22 } };
}

/** Prices and states, which stay the same until the next value. */
export function stepSeries(options: CurveOptions): LineSeriesOption {
  return { ...lineSeries(options), step: 'end', sampling: 'none' as never };
}

/** A grey band from `low` to `high`, of either sign, drawn behind and without marks of its own. */
export function bandSeries(
  look: ChartLook,
  band: { name: string; times: readonly number[]; low: Values; high: Values },
): LineSeriesOption[] {
  const hidden = { width: 0 };
  const base = { color: look.energy.expected, times: band.times };
  const height = band.high.map((high, index) => {
    const low = band.low[index] ?? null;
    return high === null || low === null ? null : Math.max(0, high - low);
  });
  return [
    {
      ...lineSeries({ ...base, name: band.name, values: band.low }),
      stack: band.name,
      stackStrategy: 'all',
      lineStyle: hidden,
      sampling: 'none' as never,
      silent: true,
    },
    {
      ...lineSeries({ ...base, name: band.name, values: height }),
      stack: band.name,
      stackStrategy: 'all',
      lineStyle: hidden,
      sampling: 'none' as never,
      areaStyle: { color: look.energy.expected, opacity: 0.35 },
      silent: true,
    },
  ];
}

/** Energy by bucket, over a category axis. */
export function barSeries(options: {
  name: string;
  color: string;
  values: Values;
  stack?: string;
}): BarSeriesOption {
  return {
    type: 'bar',
    name: options.name,
    data: options.values as never,
    itemStyle: { color: options.color },
    barMaxWidth: 32,
    ...(options.stack ? { stack: options.stack } : {}),
    emphasis: { disabled: true },
  };
}

/** Night, shaded: give it to the first series as `markArea`. Sun times in epoch milliseconds. */
export function nightArea(
  look: ChartLook,
  range: { from: number; to: number; nights: readonly (readonly [from: number, to: number])[] },
): LineSeriesOption['markArea'] {
  return {
    silent: true,
    itemStyle: { color: look.dark ? 'rgba(255,255,255,0.04)' : 'rgba(20,30,50,0.045)' },
    data: range.nights
      .map(([from, to]) => [Math.max(from, range.from), Math.min(to, range.to)] as const)
      .filter(([from, to]) => from < to)
      .map(([from, to]) => [{ xAxis: from }, { xAxis: to }]),
  };
}

/** A value axis with hairline marks; `label` writes its figures (`look.format.power`). */
export function valueAxis(
  look: ChartLook,
  options: { label: (value: number) => string; name?: string; right?: boolean; min?: number; max?: number },
): YAXisComponentOption {
  return {
    type: 'value',
    position: options.right ? 'right' : 'left',
    ...(options.name ? { name: options.name, nameTextStyle: { color: look.muted } } : {}),
    ...(options.min === undefined ? {} : { min: options.min }),
    ...(options.max === undefined ? {} : { max: options.max }),
    axisLabel: { formatter: options.label, color: look.muted },
    splitLine: { show: !options.right, lineStyle: { color: look.line } },
  };
}

/** An axis of names or days, for bars. */
export function categoryAxis(look: ChartLook, names: readonly string[]): NonNullable<EChartsOption['xAxis']> {
  return {
    type: 'category',
    data: [...names],
    axisLabel: { color: look.muted, hideOverlap: true },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
  };
}
