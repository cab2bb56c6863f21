import type { RevenuePeriod } from '@sunfleet/contract';

type Parts = RevenuePeriod['revenues'][number]['parts'];

/** What a plant saved and earned, minor units: its own use, what it fed in, subsidy. Null where one of them is not known, or none is there. */
export function gainOf({ selfUse, feedIn, subsidy }: Parts): number | null {
  const parts = [selfUse, feedIn, subsidy].filter((part) => part !== undefined);
  return parts.length === 0
    ? null
    : parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}
