import type { BarSeriesOption, EChartsOption, ScatterSeriesOption, YAXisComponentOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import type { BarDrawing, Bars } from './drawing.ts';
import { legendHeight, legendOf } from './legend.ts';
import { axisName, NAME_HEIGHT } from './time-axis.ts';
import { valueAxis } from './value-axis.ts';

/** Bars side by side or stacked, over a row of buckets, with a mark above those of which something is noted. */
export function barOption(look: ChartLook, drawing: BarDrawing): EChartsOption {
  const { buckets, bars, axis } = drawing;
  const marks = marksOf(look, drawing);
  const named = marks && drawing.notes ? [...bars, drawing.notes] : bars;
  const values = valueAxis(look, { unit: bars[0]?.unit ?? '' });
  return {
    legend: legendOf(look, named),
    grid: { top: legendHeight(look, named), ...(axis ? { bottom: 8 + NAME_HEIGHT } : {}) },
    xAxis: {
      type: 'category',
      ...(axis ? axisName(look, axis) : {}),
      data: buckets.map(({ label }) => label),
      axisLabel: { color: look.muted, hideOverlap: true },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
    },
    yAxis: marks ? [values, MARK_AXIS] : values,
    series: [...bars.map((each) => seriesOf(look, each)), ...(marks ? [marks] : [])],
  };
}

/** Marks stand at its upper end, however high the bars are. */
const MARK_AXIS: YAXisComponentOption = { type: 'value', min: 0, max: 1, show: false };
const MARK_HEIGHT = 0.96;

function marksOf(look: ChartLook, { buckets, notes }: BarDrawing): ScatterSeriesOption | undefined {
  if (!notes || !buckets.some(({ start }) => notes.texts.has(start))) return undefined;
  return {
    type: 'scatter',
    name: notes.name,
    yAxisIndex: 1,
    symbol: 'diamond',
    symbolSize: 11,
    z: 5,
    // As long as the bars are, so that the tooltip finds the bucket by the place of either.
    data: buckets.map(({ start }) => (notes.texts.has(start) ? MARK_HEIGHT : null)) as number[],
    itemStyle: { color: look.tones[notes.tone], borderColor: look.surface, borderWidth: 1 },
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
