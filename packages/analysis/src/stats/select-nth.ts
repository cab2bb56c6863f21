/**
 * The value that would stand at place `nth` were the numbers from `from` on sorted; the array is reordered so that none before it is larger and none after it smaller. In linear time on the whole
 * (Hoare 1961). Numbers must be known.
 */
export function selectNth(values: Float64Array, nth: number, from = 0): number {
  let [low, high] = [from, values.length - 1];
  while (low < high) {
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const swapped = values[left]!;
      values[left] = values[right]!;
      values[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (nth <= right) high = right;
    else if (nth >= left) low = left;
    else break;
  }
  return values[nth] ?? NaN;
}

const middleOf = (one: number, two: number, three: number): number =>
  Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
