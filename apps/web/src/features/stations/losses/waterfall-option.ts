import type { EChartsOption } from 'echarts';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import type { Tone } from '../../../ui/chart/tones.ts';
import { valueAxis } from '../../../ui/chart/value-axis.ts';
import type { LossRow } from './loss-rows.ts';

interface Drawn {
  rows: readonly (LossRow & { name: string })[];
  text: (value: number) => string;
}

/** What was there, what is left, what a cause took, and what nobody can explain. */
export function toneOf({ key, value }: LossRow): Tone {
  if (key === 'standard') return 'irradiance';
  if (key === 'measured') return 'pv';
  if (value < 0) return 'discharge';
  return key === 'unexplained' ? 'before' : 'series-1';
}

/** Bars below each other, because names of causes are words: each begins where the one above it ends. */
export function waterfallOption(look: ChartLook, { rows, text }: Drawn): EChartsOption {
  const bar = { type: 'bar' as const, stack: 'waterfall', barWidth: '62%', emphasis: { disabled: true } };
  return {
    legend: { show: false },
    grid: { top: 4, right: 84 },
    xAxis: {
      ...(valueAxis(look, { unit: '', text }) as object),
      splitNumber: 2,
    } as EChartsOption['xAxis'],
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisLabel: { color: look.text, interval: 0 },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
    },
    series: [
      {
        ...bar,
        silent: true,
        itemStyle: { color: 'transparent' },
        data: rows.map(({ from, to }) => Math.max(0, Math.min(from, to))),
      },
      {
        ...bar,
        data: rows.map((row) => ({
          value: Math.abs(row.to - row.from),
          itemStyle: { color: look.tones[toneOf(row)] },
        })),
        label: {
          show: true,
          position: 'right',
          color: look.text,
          fontSize: 12,
          formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(rows[dataIndex], text),
        },
      },
    ],
  };
}

function labelOf(row: LossRow | undefined, text: (value: number) => string): string {
  if (!row) return '';
  if (row.key === 'standard' || row.key === 'measured') return text(row.value);
  // A loss is written with a minus, a gain with a plus.
  return row.value === 0 ? text(0) : row.value > 0 ? `−${text(row.value)}` : `+${text(-row.value)}`;
}
