/** Samples of one point in time order, times in epoch milliseconds. */
export interface Series {
  times: ArrayLike<number>;
  values: ArrayLike<number>;
}
