import type { BarSeriesOption, EChartsOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import type { BarDrawing, Bars } from './drawing.ts';
import { legendHeight, legendOf } from './legend.ts';
import { axisName, NAME_HEIGHT } from './time-axis.ts';
import { valueAxis } from './value-axis.ts';

/** Bars side by side or stacked, over a row of buckets. */
export function barOption(look: ChartLook, { buckets, bars, axis }: BarDrawing): EChartsOption {
  return {
    legend: legendOf(look, bars),
    grid: { top: legendHeight(look, bars), ...(axis ? { bottom: 8 + NAME_HEIGHT } : {}) },
    xAxis: {
      type: 'category',
      ...(axis ? axisName(look, axis) : {}),
      data: buckets.map(({ label }) => label),
      axisLabel: { color: look.muted, hideOverlap: true },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
    },
    yAxis: valueAxis(look, { unit: bars[0]?.unit ?? '' }),
    series: bars.map((each) => seriesOf(look, each)),
  };
}

function seriesOf(look: ChartLook, { name, tone, values, below, stack }: Bars): BarSeriesOption {
  return {
    type: 'bar',
    name,
    data: values.map((value) => (value !== null && below ? -value : value)) as number[],
    itemStyle: { color: look.tones[tone] },
    barMaxWidth: 32,
    barGap: '8%',
    barCategoryGap: '24%',
    ...(stack ? { stack } : {}),
    emphasis: { disabled: true },
  };
}
