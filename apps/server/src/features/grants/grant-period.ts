import { GRANT_LONGEST_YEARS } from '@sunfleet/contract';

const DAY_MS = 86_400_000;

export interface Period {
  beginsAt: Date;
  endsAt: Date;
}

/**
 * The period of a new grant: it begins now where no later time is named. Undefined when it would be over before it begins, or end
 * more than five years away (and the day that zones differ by).
 */
export function grantPeriod(
  input: { beginsAt?: number | undefined; endsAt: number },
  now: number,
): Period | undefined {
  const begin = Math.max(input.beginsAt ?? now, now);
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + GRANT_LONGEST_YEARS);
  if (input.endsAt <= begin || input.endsAt > latest.getTime() + DAY_MS) return undefined;
  return { beginsAt: new Date(begin), endsAt: new Date(input.endsAt) };
}
