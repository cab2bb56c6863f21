import { useCallback, useMemo } from 'react';
import { useFormat } from '../../lib/format/use-format.ts';
import { isoWithOffset } from '../../lib/time/iso-offset.ts';
import type { ChartLook } from './chart-look.ts';
import { timeTable } from './chart-table.ts';
import { useChartWords } from './chart-words.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import type { TimeDrawing } from './drawing.ts';
import { heightOf, timeAxes, timeOption } from './time-option.ts';
import { type TipAt, timeTip } from './tooltip.ts';
import type { Zoom } from './use-echarts.ts';

interface TimeChartProps extends ChartFrame {
  /** Keep it stable (`useMemo`), so that it is drawn only when it changes. */
  drawing: TimeDrawing;
}

/** Curves over a stretch of time, one panel below the other, with one cursor through all. */
export function TimeChart({ drawing, ...frame }: TimeChartProps) {
  const format = useFormat();
  const words = useChartWords();
  const option = useCallback((look: ChartLook) => timeOption(look, drawing), [drawing]);
  const zoom = useMemo(
    (): Zoom => ({ whole: drawing, optionFor: (look, seen) => timeAxes(look, drawing, seen) }),
    [drawing],
  );
  const tip: TipAt = useCallback(
    (look, { value, isShown }) => timeTip(look, drawing, { time: value, words, isShown }),
    [drawing, words],
  );
  const timeOf = {
    page: (time: number) => format.dateTime(time, drawing.zone),
    file: (time: number) => isoWithOffset(time, drawing.zone),
  };
  return (
    <Chart
      {...frame}
      option={option}
      tip={tip}
      zoom={zoom}
      height={heightOf(drawing)}
      table={(use) => timeTable(drawing, { words, timeOf: timeOf[use] })}
    />
  );
}
