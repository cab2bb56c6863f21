/** 0 where all that it follows from is known, else NaN: `value` is a sum of these. */
export const zeroOf = (value: number): number => (Number.isNaN(value) ? NaN : 0);
