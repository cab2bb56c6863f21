/** Rows of one answer. More at once would stand in memory several times: as it came, as rows, and as what is made of them. */
export const PAGE_ROWS = 10_000;

/** Reads rows page by page in the order of their ids. `read` answers at most `limit` rows behind an id, in this order. */
export async function* inPages<Row>(
  read: (after: number, limit: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
  limit = PAGE_ROWS,
): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const rows = await read(after, limit);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    after = idOf(last);
  }
}

/** Cuts ids into spans of so many of them, so that a store answers those of one span at a time. */
export function* spansOf(ids: Iterable<number>, size = PAGE_ROWS): Generator<{ from: number; to: number }> {
  const sorted = Float64Array.from(ids).sort();
  for (let start = 0; start < sorted.length; start += size) {
    yield { from: sorted[start]!, to: sorted[Math.min(start + size, sorted.length) - 1]! };
  }
}
