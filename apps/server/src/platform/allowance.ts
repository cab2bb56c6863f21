export interface AllowanceOptions {
  /** So much may be taken at once. */
  burst: number;
  /** Milliseconds in which one more may be taken. */
  everyMs: number;
  /** Debts beyond so much are forgotten. */
  mostOwed?: number;
}

/** What may be taken of something that grows back with time. */
export interface Allowance {
  /** Takes (negative) or gives back; answers what is left, negative where more was taken than there was. */
  change(by: number): number;
}

export function createAllowance(
  { burst, everyMs, mostOwed = Infinity }: AllowanceOptions,
  now: () => number = () => performance.now(),
): Allowance {
  let left = burst;
  let countedAt = now();
  return {
    change(by) {
      const time = now();
      const grown = Math.min(burst, left + (time - countedAt) / everyMs);
      countedAt = time;
      left = Math.max(-mostOwed, grown + by);
      return left;
    },
  };
}
