import type { LegendComponentOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import type { Bars, Curve } from './drawing.ts';
import { textWidth } from './text-width.ts';

/** What has a name and a colour. */
type Named = Curve | Pick<Bars, 'name' | 'tone'>;

/** px above the first panel where one row is enough, and of each further row. */
export const LEGEND_ROW = 40;
const ROW = 20;
/** px between entries and of what stands before each name: the mark and its distance. */
const BESIDE = 36;

/** px that the legend takes above the first panel, in as many rows as its names need in the width of the chart. */
export function legendHeight({ width }: ChartLook, drawn: readonly Named[]): number {
  let rows = 1;
  let used = 0;
  for (const name of new Set(drawn.map((each) => each.name))) {
    const entry = textWidth(name) + BESIDE;
    if (used > 0 && used + entry > width) {
      rows += 1;
      used = 0;
    }
    used += entry;
  }
  return LEGEND_ROW + (rows - 1) * ROW;
}

/** One entry for each name: a line as it is drawn, with its dashes; areas and bars as a block of their colour. */
export function legendOf(look: ChartLook, drawn: readonly Named[]): LegendComponentOption {
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
