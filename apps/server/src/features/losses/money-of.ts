import type { LossPart, Waterfall } from '@sunfleet/analysis';
import type { StationLosses } from '@sunfleet/contract';
import type { EnergyWorth } from '../tariffs/index.ts';

/** A day whose light was seen. */
export interface JudgedDay {
  day: string;
  waterfall: Waterfall;
}

/**
 * Losses in money by currency, each day's energy at what it was worth on that day. Rounded once each; the part that is not explained takes what rounding leaves, so that
 * `standard` less all parts is `measured`.
 */
export function moneyOf(
  days: readonly JudgedDay[],
  { worth, told }: { worth: ReadonlyMap<string, EnergyWorth>; told: readonly LossPart[] },
): NonNullable<StationLosses['money']> {
  const unpricedDays = days.filter(({ day }) => !worth.has(day)).length;
  const priced = days.flatMap(({ day, waterfall }) => {
    const of = worth.get(day);
    return of ? [{ ...of, waterfall }] : [];
  });
  return [...Map.groupBy(priced, ({ currency }) => currency)].map(([currency, some]) => {
    const sum = (of: (day: (typeof some)[number]['waterfall']) => number) =>
      Math.round(some.reduce((all, { price, waterfall }) => all + (price * of(waterfall)) / 1000, 0));
    const standard = sum((day) => day.standard);
    const measured = sum((day) => day.measured);
    const parts = told.map((part) => ({ part, amount: sum((day) => day.parts[part]) }));
    const last = parts.find(({ part }) => part === 'unexplained');
    if (last) last.amount += standard - measured - parts.reduce((all, { amount }) => all + amount, 0);
    return { currency, standard, measured, parts, unpricedDays };
  });
}
