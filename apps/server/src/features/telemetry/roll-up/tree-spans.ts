import { BUCKET_MS, type Cells } from './energy-cells.ts';
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

/**
 * The same, where of the five minutes only those are read that stand in an hour beside fresh ones: of a silence of a year that is some of a hundred
 * thousand, which are more than everything else that is done with them.
 */
export function besideFresh(fresh: readonly { cells: Cells; zone: string }[]): readonly Spans[] {
  const spans = fresh.map(({ cells, zone }) => ({ ...spanOf(cells), zone, size: cells.size }));
  const wanted = parentSpans(spans);
  const fine = wanted['5m'];
  const hasHoles = spans.some(({ from, to, size }) => size < (to - from) / BUCKET_MS + 1);
  if (!fine || hasHoles) return [wanted];
  const hourOf = (at: number, zone: string) => parentSpan('hour', { from: at, to: at }, zone);
  const headEnd = Math.max(...spans.map(({ from, zone }) => hourOf(from, zone).end));
  const tailStart = Math.min(...spans.map(({ to, zone }) => hourOf(to, zone).start));
  if (headEnd >= tailStart) return [wanted];
  return [
    { ...wanted, '5m': { start: fine.start, end: headEnd } },
    { '5m': { start: tailStart, end: fine.end } },
  ];
}
