import { zoneOffset } from '../time/zone-offset.ts';
import { holdsAt, holdsOn } from './check-tariff.ts';
import { CLOCK_STEP, DAY_MINUTES, type DayType, type PriceRule, type TariffRules } from './tariff.ts';
import { placeOfDay } from './year-days.ts';

const DAY_MS = 86_400_000;
export const STEP_MS = CLOCK_STEP * 60_000;

/** A tariff from a local day on, until the next one of the list; `from` null: from the beginning. */
export interface TariffTerm {
  from: string | null;
  /** Null: there is no tariff from this day on. */
  tariff: { currency: string; rules: TariffRules } | null;
}

/** Times with the same prices: energies are added up by slot before they are multiplied. */
export interface PriceSlot {
  /** Place of the term in its list. */
  term: number;
  import: number | null;
  feedIn: number | null;
}

export interface PriceSlots {
  slots: readonly PriceSlot[];
  /** Slot at an instant; -1 where no tariff is in force. */
  at(time: number): number;
  /** Place of the term in force on a local day (days since 1970); -1 for none. */
  termOf(day: number): number;
}

const STEPS = DAY_MINUTES / CLOCK_STEP;

/** Which prices are in force when, by the local clock of a zone. The terms stand in the order of their days. */
export function priceSlots(terms: readonly TariffTerm[], zone: string): PriceSlots {
  const slots: PriceSlot[] = [];
  const known = new Map<string, number>();
  const tables = new Map<string, Int16Array>();
  const begins = terms.map(({ from }) => (from === null ? Number.NEGATIVE_INFINITY : dayNumber(from)));
  const calendars = terms.map(({ tariff }) => (tariff ? dayTypes(tariff.rules) : undefined));

  const slotOf = (slot: PriceSlot): number => {
    const key = `${slot.term} ${slot.import} ${slot.feedIn}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, slots.length);
    return slots.push(slot) - 1;
  };
  const termOf = (day: number): number => {
    let term = begins.length - 1;
    while (term >= 0 && begins[term]! > day) term -= 1;
    return term >= 0 && terms[term]!.tariff ? term : -1;
  };
  /** Slot of each step of a day's clock; undefined where no tariff is in force. */
  const tableOf = (day: number): Int16Array | undefined => {
    const term = termOf(day);
    if (term < 0) return undefined;
    const { rules } = terms[term]!.tariff!;
    const date = new Date(day * DAY_MS).toISOString();
    const type = calendars[term]!(day, date);
    const place = placeOfDay(date.slice(5, 10))!;
    const bought = rulesOf(rules.import, rules, { type, place });
    const fed = rulesOf(rules.feedIn ?? [], rules, { type, place });
    const key = `${term} ${bought.join()} ${fed.join()}`;
    const kept = tables.get(key);
    if (kept) return kept;
    const table = new Int16Array(STEPS);
    for (let step = 0; step < STEPS; step += 1) {
      const minute = step * CLOCK_STEP;
      const price = (list: readonly PriceRule[], of: readonly number[]) =>
        list[of.find((at) => holdsAt(list[at]!, minute)) ?? -1]?.price ?? null;
      table[step] = slotOf({
        term,
        import: price(rules.import, bought),
        feedIn: price(rules.feedIn ?? [], fed),
      });
    }
    tables.set(key, table);
    return table;
  };

  let lastDay = NaN;
  let lastTable: Int16Array | undefined;
  return {
    slots,
    termOf,
    at(time) {
      const local = time + zoneOffset(time, zone);
      const day = Math.floor(local / DAY_MS);
      if (day !== lastDay) {
        lastDay = day;
        lastTable = tableOf(day);
      }
      return lastTable ? lastTable[Math.floor((local - day * DAY_MS) / STEP_MS)]! : -1;
    },
  };
}

/** Days since 1970 of `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Places of the rules of a day, whatever the clock says. */
function rulesOf(
  list: readonly PriceRule[],
  { seasons }: TariffRules,
  { type, place }: { type: DayType; place: number },
): number[] {
  return [...list.keys()].filter((at) => {
    const rule = list[at]!;
    return rule.days.includes(type) && holdsOn(rule, seasons, place);
  });
}

function dayTypes({ holidays, weekend }: TariffRules): (day: number, date: string) => DayType {
  const listed = new Set(holidays);
  const free = new Set(weekend);
  return (day, date) => {
    if (listed.has(date.slice(0, 10)) || listed.has(date.slice(5, 10))) return 'holiday';
    // 1 January 1970 was a Thursday.
    return free.has(((((day + 3) % 7) + 7) % 7) + 1) ? 'weekend' : 'weekday';
  };
}
