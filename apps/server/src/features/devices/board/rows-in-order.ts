import { nthSmallest } from './nth-smallest.ts';

interface Part {
  order: 'asc' | 'desc';
  /** How many come before the first that is wanted. */
  before: number;
  rows: number;
}

/** Where those stand that a page of an order shows, by the keys of all: what is not known (NaN) comes last whichever way, ties are in the order they stand in. */
export function rowsInOrder(keys: Float64Array, { order, before, rows }: Part): number[] {
  const known = knownOf(keys, order);
  const end = Math.min(before + rows, known.length);
  const page = before < end ? among(keys, known, { order, before, end }) : [];
  const unknown = unknownAt(keys, {
    before: Math.max(0, before - known.length),
    rows: rows - page.length,
  });
  return [...page, ...unknown];
}

/** Keys that are known, such that the first of the order is the smallest. */
function knownOf(keys: Float64Array, order: Part['order']): Float64Array {
  const known = new Float64Array(keys.length);
  let count = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at]!;
    if (Number.isNaN(key)) continue;
    known[count] = order === 'asc' ? key : -key;
    count += 1;
  }
  return known.subarray(0, count);
}

function among(
  keys: Float64Array,
  known: Float64Array,
  { order, before, end }: Pick<Part, 'order' | 'before'> & { end: number },
): number[] {
  const first = nthSmallest(known, before);
  const last = nthSmallest(known.subarray(before), end - 1 - before);
  const sign = order === 'asc' ? 1 : -1;
  // What is smaller stands before it.
  let skip = before;
  for (let at = 0; at < before; at += 1) if (known[at]! < first) skip -= 1;
  const found: { at: number; key: number }[] = [];
  let [firsts, lasts] = [0, 0];
  for (let at = 0; at < keys.length; at += 1) {
    const key = sign * keys[at]!;
    if (!(key >= first && key <= last)) continue;
    if (key === first) {
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      firsts += 1;
      if (firsts > end - before) continue;
    } else if (key === last) {
      lasts += 1;
      if (lasts > end - before) continue;
    }
    found.push({ at, key });
  }
  return found
    .toSorted((a, b) => a.key - b.key || a.at - b.at)
    .slice(0, end - before)
    .map(({ at }) => at);
}

function unknownAt(keys: Float64Array, { before, rows }: Pick<Part, 'before' | 'rows'>): number[] {
  const found: number[] = [];
  let skip = before;
  for (let at = 0; at < keys.length && found.length < rows; at += 1) {
    if (!Number.isNaN(keys[at])) continue;
    if (skip > 0) skip -= 1;
    else found.push(at);
  }
  return found;
}
