const ROWS_OF_PAGE = 512;

/** Rows of numbers in a few large arrays. An array of its own for each row costs as much again as what is in it. */
export class NumberRows {
  readonly #width: number;
  #page = new Float64Array(0);
  #used = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** A new row, NaN everywhere. Its place is free again when nobody holds a row of its page any more. */
  add(): Float64Array {
    if (this.#used === this.#page.length) {
      this.#page = new Float64Array(ROWS_OF_PAGE * this.#width).fill(NaN);
      this.#used = 0;
    }
    this.#used += this.#width;
    return this.#page.subarray(this.#used - this.#width, this.#used);
  }
}
