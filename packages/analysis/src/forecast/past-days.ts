/** Power of a span of one day, and what a clear sky gives then, W; NaN: unknown. The same places are 24 hours apart from day to day. */
export interface PastDay {
  power: Float64Array;
  clear: Float64Array;
}

/** Where power and a clear sky are known and the Sun gives something. */
export const isComparable = ({ power, clear }: PastDay, place: number): boolean =>
  power[place]! >= 0 && clear[place]! > 0;
