import { useCallback } from 'react';
import { barOption } from './bar-option.ts';
import type { ChartLook } from './chart-look.ts';
import { barTable } from './chart-table.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import type { BarDrawing } from './drawing.ts';
import { barTip, type TipAt } from './tooltip.ts';

interface BarChartProps extends ChartFrame {
  /** Keep it stable (`useMemo`), so that it is drawn only when it changes. */
  drawing: BarDrawing;
  height?: number;
}

/** Energies of days, months or years. */
export function BarChart({ drawing, height = 260, ...frame }: BarChartProps) {
  const option = useCallback((look: ChartLook) => barOption(look, drawing), [drawing]);
  const tip: TipAt = useCallback(
    (look, { place, isShown }) => barTip(look, drawing, { place, isShown }),
    [drawing],
  );
  return (
    <Chart
      {...frame}
      option={option}
      tip={tip}
      height={height}
      table={(use) => barTable(drawing, ({ start, name }) => (use === 'file' ? start : name))}
    />
  );
}
