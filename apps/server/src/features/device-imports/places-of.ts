import type { JudgedRow } from './judge-devices.ts';

type Placed = Pick<JudgedRow, 'row' | 'device'>;

/** In which order rows are added, from 0: as they stand, and what hangs on another row after that one. Of rows that hang on each other some come first. */
export function placesOf(rows: readonly Placed[]): ReadonlyMap<number, number> {
  const bySn = new Map(rows.flatMap((one) => (one.device ? [[one.device.sn, one] as const] : [])));
  const places = new Map<number, number>();
  const begun = new Set<number>();
  for (const first of rows) {
    // Upwards to what hangs on nothing of the table, then down again.
    const chain: Placed[] = [];
    let next: Placed | undefined = first;
    while (next && !begun.has(next.row)) {
      begun.add(next.row);
      chain.push(next);
      next = next.device?.parentSn ? bySn.get(next.device.parentSn) : undefined;
    }
    for (const { row } of chain.toReversed()) places.set(row, places.size);
  }
  return places;
}
