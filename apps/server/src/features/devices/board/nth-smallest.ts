/** Moves the smallest `nth + 1` of the numbers to their beginning, the largest of them to `nth`, and answers it. NaN is not allowed. */
export function nthSmallest(numbers: Float64Array, nth: number): number {
  let [left, right] = [0, numbers.length - 1];
  while (left < right) {
    const pivot = middleOf(numbers[left]!, numbers[(left + right) >> 1]!, numbers[right]!);
    let [low, high] = [left, right];
    while (low <= high) {
      while (numbers[low]! < pivot) low += 1;
      while (numbers[high]! > pivot) high -= 1;
      if (low > high) break;
      [numbers[low], numbers[high]] = [numbers[high]!, numbers[low]!];
      low += 1;
      high -= 1;
    }
    if (nth <= high) right = high;
    else if (nth >= low) left = low;
    else break;
  }
  return numbers[nth]!;
}

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
