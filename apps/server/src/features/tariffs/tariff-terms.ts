import { fixedTariff, type TariffRules, type TariffTerm } from '@sunfleet/analysis';

/** From a local day on (null: from the beginning) a station has this tariff, or none. */
export interface AssignedTariff {
  from: string | null;
  tariff: { currency: string; versions: readonly { from: string | null; rules: TariffRules }[] } | null;
}

/** Prices that stand at the station itself. */
export interface SimplePrices {
  currency: string | null;
  priceBuy: number | null;
  priceFeedIn: number | null;
}

/** The rules of a station one after the other: its simple prices first, then each assigned tariff with its versions as they take effect. */
export function tariffTerms(simple: SimplePrices, assigned: readonly AssignedTariff[]): TariffTerm[] {
  return [
    ...simpleTerm(simple),
    ...assigned.flatMap((term, at) => versionsOf(term, assigned[at + 1]?.from ?? null)),
  ];
}

function simpleTerm({ currency, priceBuy, priceFeedIn }: SimplePrices): TariffTerm[] {
  if (currency === null || (priceBuy === null && priceFeedIn === null)) return [];
  const rules = fixedTariff({ import: priceBuy, feedIn: priceFeedIn });
  return [{ from: null, tariff: { currency, rules } }];
}

/** Days compare as text; the beginning is before all of them. */
const isBefore = (day: string | null, other: string | null) => (day ?? '') < (other ?? '');

function versionsOf({ from, tariff }: AssignedTariff, until: string | null): TariffTerm[] {
  if (!tariff) return [{ from, tariff: null }];
  const { currency, versions } = tariff;
  const later = versions.filter(
    (version) => isBefore(from, version.from) && (until === null || isBefore(version.from, until)),
  );
  const first = versions.findLast((version) => !isBefore(from, version.from));
  return [
    { from, tariff: first ? { currency, rules: first.rules } : null },
    ...later.map(({ from: day, rules }) => ({ from: day, tariff: { currency, rules } })),
  ];
}
