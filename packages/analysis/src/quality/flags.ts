/** 1 where it is so, 0 where it is not or is not known. */
export type Flags = Uint8Array;

/** Which rows of a window are flagged: all, all but the first, or the last alone. */
export type Mark = 'all' | 'tail' | 'end';

/** Flags of the windows that end at the flagged rows. */
export function markWindows(ends: Flags, window: number, mark: Mark): Flags {
  const rows = mark === 'all' ? window : mark === 'tail' ? window - 1 : 1;
  const flags = new Uint8Array(ends.length);
  let left = 0;
  for (let row = ends.length - 1; row >= 0; row -= 1) {
    if (ends[row] === 1) left = rows;
    if (left > 0) flags[row] = 1;
    left -= 1;
  }
  return flags;
}

/** Throws where a window is no count, or less than `least`. */
export function checkWindow(window: number, least: number): void {
  if (!Number.isInteger(window) || window < least)
    throw new RangeError(`window: ${least} rows at least, not ${window}`);
}
