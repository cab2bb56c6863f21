import { addDays, dayRange, revenueDaySteps, type IntervalEnergies } from '@sunfleet/analysis';
import { inTurns } from '../../../platform/in-turns.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askedOf, LOOK_BACK_MS } from './earned.ts';
import { pricedStations, stepOf } from './priced-station.ts';
import { readIntervals } from './read-intervals.ts';

/** What a kWh of a station's production was worth on a day. */
export interface EnergyWorth {
  currency: string;
  /** Minor units by kWh. */
  price: number;
}

/** What was bought and standing charges are no worth of production. */
const NO_WORTH = ['import', 'standing'] as const;

/**
 * What a kWh that a station made was worth on each local day: fed in, used instead of bought, and paid for its generation, by its tariff of that day. A day without production has the mean of
 * the others in its currency; days without a price are left out. Days must be ones that the calendar has.
 */
export async function worthByDay(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<ReadonlyMap<string, EnergyWorth>> {
  const worth = new Map<string, EnergyWorth>();
  const [station] = await pricedStations(db, [id]);
  if (!station || to < from) return worth;
  const { timeZone: zone, terms } = station;
  const range = { start: dayRange(from, zone).start, end: dayRange(to, zone).end };
  const step = stepOf(station, clock.now());
  const span = { start: range.start - LOOK_BACK_MS, end: range.end };
  const history = (await readIntervals(samples, { ids: [id], ...span, step })).get(id);
  if (!history) return worth;
  const { intervals, question } = askedOf(history, range, station);
  const without = [...(question.without ?? []), ...NO_WORTH];
  const earned = await inTurns(revenueDaySteps(intervals, { ...question, without }));
  const made = producedByDay(intervals, { zone, from, to });
  const currencyOn = (day: string) =>
    terms.findLast((term) => term.from === null || term.from <= day)?.tariff?.currency;
  const means = new Map<string, { amount: number; kWh: number }>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const currency = currencyOn(day);
    const [amount, kWh] = [currency && earned.get(currency)?.get(day), made.get(day) ?? 0];
    if (!currency || typeof amount !== 'number' || !(kWh > 0)) continue;
    worth.set(day, { currency, price: amount / kWh });
    const mean = means.get(currency) ?? { amount: 0, kWh: 0 };
    means.set(currency, { amount: mean.amount + amount, kWh: mean.kWh + kWh });
  }
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const currency = currencyOn(day);
    const mean = currency === undefined ? undefined : means.get(currency);
    if (currency && mean && !worth.has(day)) worth.set(day, { currency, price: mean.amount / mean.kWh });
  }
  return worth;
}

/** kWh of each local day; intervals stand in the order of time, so that a year of them asks for 365 days and not for 35,000. */
function producedByDay(
  { starts, pv }: Pick<IntervalEnergies, 'starts' | 'pv'>,
  { zone, from, to }: { zone: string; from: string; to: string },
): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  if (!pv) return made;
  let at = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { start, end } = dayRange(day, zone);
    let sum: number | undefined;
    while (at < starts.length && starts[at]! < start) at += 1;
    for (; at < starts.length && starts[at]! < end; at += 1)
      if (!Number.isNaN(pv[at]!)) sum = (sum ?? 0) + pv[at]!;
    if (sum !== undefined) made.set(day, sum);
  }
  return made;
}
