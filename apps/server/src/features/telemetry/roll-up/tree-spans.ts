import type { Cells } from './energy-cells.ts';
import type { Spans } from './energy-store.ts';
import { parentSpan } from './energy-tree.ts';

export interface CellSpan {
  /** Starts of the first and the last cell. */
  from: number;
  to: number;
}

export function spanOf(cells: Cells): CellSpan {
  let from = Infinity;
  let to = -Infinity;
  for (const start of cells.keys()) {
    if (start < from) from = start;
    if (start > to) to = start;
  }
  return { from, to };
}

/** What has to be read of each grain so that the grain above it can be summed, for several flows at once. */
export function parentSpans(spans: readonly (CellSpan & { zone: string })[]): Spans {
  const wanted: Spans = {};
  const levels = [
    ['5m', 'hour'],
    ['hour', 'day'],
    ['day', 'month'],
    ['month', 'year'],
  ] as const;
  for (const [grain, parent] of levels) {
    let start = Infinity;
    let end = -Infinity;
    for (const span of spans) {
      const range = parentSpan(parent, span, span.zone);
      start = Math.min(start, range.start);
      end = Math.max(end, range.end);
    }
    if (end > start) wanted[grain] = { start, end };
  }
  return wanted;
}
