import { minorDigits } from '@sunfleet/analysis';
import type { RevenuePeriod, StationRevenue } from '@sunfleet/contract';
import type { Investment } from '../investment.ts';

/** Days of data before a mean says anything about years. */
const TELLING_DAYS = 30;
const YEAR_DAYS = 365.25;

/**
 * How much of its cost a station earned, and in how many years it will have: by what it fed in, saved and was paid for generation. What was
 * bought and the standing charge would have been paid without it.
 */
export function paybackOf(
  investment: Investment | null,
  total: RevenuePeriod | null,
): StationRevenue['payback'] {
  const unknown = (gap: NonNullable<StationRevenue['payback']['gap']>) => ({ share: null, years: null, gap });
  if (!investment) return unknown('noInvestment');
  if (!total || total.revenues.length === 0) return unknown('noRevenue');
  const [revenue, ...others] = total.revenues;
  if (others.length > 0 || revenue!.currency !== investment.currency) return unknown('otherCurrency');
  const { feedIn = 0, selfUse = 0, subsidy = 0 } = revenue!.parts;
  if (feedIn === null || selfUse === null || subsidy === null) return unknown('noRevenue');
  const earned = (feedIn + selfUse + subsidy) / 10 ** minorDigits(investment.currency);
  const share = earned / investment.amount;
  const days = (Date.parse(total.to) - Date.parse(total.from)) / 86_400_000 + 1;
  if (days < TELLING_DAYS) return { share, years: null, gap: 'tooShort' };
  if (earned <= 0) return { share, years: null, gap: 'noProfit' };
  return { share, years: days / share / YEAR_DAYS, gap: null };
}
