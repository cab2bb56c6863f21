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
import type { Zoom } from './follow-zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';
import type { Stretch } from './zoom-steps.ts';

interface TimeChartProps extends ChartFrame {
  /** Keep it stable (`useMemo`), so that it is drawn only when it changes. */
  drawing: TimeDrawing;
  /** The stretch that is looked at, where the page keeps it; undefined: the whole. */
  seen?: Stretch | undefined;
  /** Hears of another stretch; keep it stable (`useCallback`). The chart then has buttons to zoom and to move. */
  onSeen?: (seen: Stretch | undefined) => void;
}

/** Curves over a stretch of time, one panel below the other, with one cursor through all. */
export function TimeChart({ drawing, seen, onSeen, extra, ...frame }: TimeChartProps) {
  const format = useFormat();
  const words = useChartWords();
  const option = useCallback((look: ChartLook) => timeOption(look, drawing), [drawing]);
  const zoom = useMemo(
    (): Zoom => ({
      whole: drawing,
      shape: shapeOf(drawing),
      optionFor: (look, stretch) => timeAxes(look, drawing, stretch),
      onSeen,
    }),
    [drawing, onSeen],
  );
  const tip: TipAt = useCallback(
    (look, { value, isShown }) => timeTip(look, drawing, { time: value, words, isShown }),
    [drawing, words],
  );
  const timeOf = {
    page: (time: number) => format.dateTime(time, drawing.zone, drawing.dayless ? 'time' : 'dateTime'),
    file: (time: number) =>
      drawing.dayless ? new Date(time).toISOString().slice(11, 16) : isoWithOffset(time, drawing.zone),
  };
  return (
    <Chart
      {...frame}
      option={option}
      tip={tip}
      zoom={zoom}
      seen={seen}
      extra={
        <>
          {extra}
          {onSeen ? <ZoomButtons whole={drawing} seen={seen} onSeen={onSeen} /> : null}
        </>
      }
      height={heightOf(drawing)}
      table={(use) => timeTable(drawing, { words, timeOf: timeOf[use], seen })}
    />
  );
}

/** Two drawings of the same shape differ in figures only. */
const shapeOf = ({ panels, from, to, zone, axis, nights, brush }: TimeDrawing): string =>
  JSON.stringify([
    panels.map(({ curves, ...panel }) => [
      panel,
      curves.map(({ name, tone, unit, draw, dashed, text }) => [
        name,
        tone,
        unit,
        draw,
        dashed,
        Boolean(text),
      ]),
    ]),
    { from, to, zone, axis, nights, brush },
  ]);
