/**
 * The b with the least squares of `rows` b - `values`, by Householder's reflections, which lose less of nearly dependent
 * columns than their products do. NaN throughout where columns depend on each other or there are fewer rows than
 * columns. Golub and Van Loan, Matrix Computations, 5.3.
 */
export function leastSquares(rows: readonly (readonly number[])[], values: ArrayLike<number>): number[] {
  const columns = rows[0]?.length ?? 0;
  const matrix = rows.map((row, at) => [...row, values[at]!]);
  if (rows.length < columns) return Array.from({ length: columns }, () => NaN);
  for (let pivot = 0; pivot < columns; pivot += 1) reflect(matrix, pivot);
  const answer = Array.from({ length: columns }, () => NaN);
  for (let column = columns - 1; column >= 0; column -= 1) {
    const row = matrix[column]!;
    let rest = row[columns]!;
    for (let done = column + 1; done < columns; done += 1) rest -= row[done]! * answer[done]!;
    answer[column] = row[column] === 0 ? NaN : rest / row[column]!;
  }
  return answer;
}

/** Makes all below the diagonal of a column 0. */
function reflect(matrix: number[][], pivot: number): void {
  let norm = 0;
  for (let at = pivot; at < matrix.length; at += 1) norm = Math.hypot(norm, matrix[at]![pivot]!);
  if (norm === 0) return;
  const head = matrix[pivot]![pivot]!;
  const alpha = head > 0 ? -norm : norm;
  const mirror = matrix.slice(pivot).map((row) => row[pivot]!);
  mirror[0] = head - alpha;
  const length2 = mirror.reduce((sum, one) => sum + one * one, 0);
  if (length2 === 0) return;
  for (let column = pivot; column < matrix[pivot]!.length; column += 1) {
    let along = 0;
    for (let at = 0; at < mirror.length; at += 1) along += mirror[at]! * matrix[pivot + at]![column]!;
    const factor = (2 * along) / length2;
    for (let at = 0; at < mirror.length; at += 1) matrix[pivot + at]![column]! -= factor * mirror[at]!;
  }
}

/** Coefficients of the polynomial through the points, the constant first; by x divided by its largest, which keeps powers alike. */
export function fitPolynomial(x: ArrayLike<number>, y: ArrayLike<number>, degree: number): number[] {
  const xs = Array.from(x);
  const scale = Math.max(...xs.map(Math.abs)) || 1;
  const rows = xs.map((one) => Array.from({ length: degree + 1 }, (_, power) => (one / scale) ** power));
  return leastSquares(rows, y).map((coefficient, power) => coefficient / scale ** power);
}
