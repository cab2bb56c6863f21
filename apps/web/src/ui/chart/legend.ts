import type { LegendComponentOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import type { Bars, Curve } from './drawing.ts';

/** One entry for each name: a line as it is drawn, with its dashes; areas and bars as a block of their colour. */
export function legendOf(look: ChartLook, drawn: readonly (Curve | Bars)[]): LegendComponentOption {
  const names = new Map(drawn.map((each) => [each.name, each]));
  return {
    show: true,
    data: [...names].map(([name, each]) => {
      const isLine = 'draw' in each && (each.draw === 'line' || each.draw === 'step');
      const isBand = 'draw' in each && each.draw === 'band';
      // The dot upon a line says nothing here: lines have none.
      return isLine
        ? { name, itemStyle: { opacity: 0 } }
        : { name, icon: 'roundRect', itemStyle: { color: look.tones[each.tone], opacity: isBand ? 0.6 : 1 } };
    }),
  };
}
