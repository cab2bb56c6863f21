import type { LineSeriesOption, ScatterSeriesOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import type { Curve, Values } from './drawing.ts';

type Series = LineSeriesOption | ScatterSeriesOption;

/** Envelopes lie behind, lines before areas. */
const DEPTH = { behind: 1, area: 2, line: 3 } as const;

/** What echarts draws for a curve of a panel: the curve first, then what belongs to it under the same name. */
export function curveSeries(look: ChartLook, curve: Curve, panel: number): Series[] {
  const place = { xAxisIndex: panel, yAxisIndex: panel };
  const color = look.tones[curve.tone];
  if (curve.draw === 'band') return edges(curve, { color, opacity: 0.55, place, high: curve.values });
  const values = curve.draw === 'below' ? negated(curve.values) : curve.values;
  const isStacked = curve.draw === 'stack' || curve.draw === 'below';
  const main: LineSeriesOption = {
    type: 'line',
    name: curve.name,
    ...place,
    z: isStacked ? DEPTH.area : DEPTH.line,
    data: pairs(curve.times, values),
    symbol: 'none',
    connectNulls: false,
    silent: true,
    itemStyle: { color },
    lineStyle: { width: isStacked ? 0 : 1.75, color, type: curve.dashed ? 'dashed' : 'solid' },
    emphasis: { disabled: true },
    ...(isStacked
      ? { stack: `${curve.draw} ${panel}`, stackStrategy: 'all', areaStyle: { color, opacity: 0.78 } }
      : { sampling: 'lttb' }),
    ...(curve.draw === 'area' ? { areaStyle: { color, opacity: 0.22 } } : {}),
    ...(curve.draw === 'step' ? { step: 'end' } : {}),
  };
  const envelope =
    curve.low && curve.high ? edges(curve, { color, opacity: 0.2, place, high: curve.high }) : [];
  return [main, ...loneDots(curve, { color, place, values }), ...envelope];
}

/** Samples with a gap on both sides, which no line can show. */
function loneDots(
  { name, times }: Curve,
  { color, place, values }: { color: string; place: object; values: Values },
): ScatterSeriesOption[] {
  const lone = times
    .map((time, index) => [time, values[index] ?? null] as const)
    .filter(([, value], index) => value !== null && isGap(values[index - 1]) && isGap(values[index + 1]));
  if (lone.length === 0) return [];
  return [
    {
      type: 'scatter',
      name,
      ...place,
      z: DEPTH.line,
      data: lone.map(([time, value]) => [time, value!]),
      symbolSize: 4,
      silent: true,
      itemStyle: { color },
    },
  ];
}

const isGap = (value: number | null | undefined): boolean => value === null || value === undefined;

/** The area between two edges: an unseen line, and upon it what is between. */
function edges(
  { name, times, low = [] }: Curve,
  { color, opacity, place, high }: { color: string; opacity: number; place: object; high: Values },
): LineSeriesOption[] {
  const height = high.map((value, index) => {
    const from = low[index] ?? null;
    return value === null || from === null ? null : Math.max(0, value - from);
  });
  const base: LineSeriesOption = {
    type: 'line',
    name,
    ...place,
    z: DEPTH.behind,
    stack: `edges ${name}`,
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    itemStyle: { color },
    lineStyle: { width: 0 },
    emphasis: { disabled: true },
  };
  return [
    { ...base, data: pairs(times, low) },
    { ...base, data: pairs(times, height), areaStyle: { color, opacity } },
  ];
}

const negated = (values: Values): Values => values.map((value) => (value === null ? null : -value));

const pairs = (times: readonly number[], values: Values) =>
  times.map((time, index) => [time, values[index] ?? null]) as LineSeriesOption['data'] & [];
