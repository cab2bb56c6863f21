import { describe, expect, test } from 'vitest';
import { dayRange } from '../time/local-days.ts';
import { settleByGridType } from './grid-type.ts';
import { revenueDaySteps, revenueOf, type IntervalEnergies, type RevenueQuestion } from './revenue.ts';
import { always, changesOn, fixedTariff, type PriceRule, type TariffRules } from './tariff.ts';

const QUARTER = 15 * 60_000;
const HOUR = 3_600_000;
const span = (from: number, to: number, lengthMs: number): IntervalEnergies => ({
  starts: Float64Array.from({ length: (to - from) / lengthMs }, (_, at) => from + at * lengthMs),
  lengthMs,
});
/** Each interval with the same energies. */
const steady = (
  intervals: IntervalEnergies,
  flows: Partial<Record<'pv' | 'export' | 'import' | 'charge' | 'discharge', number>>,
): IntervalEnergies => ({
  ...intervals,
  ...Object.fromEntries(
    Object.entries(flows).map(([flow, kWh]) => [flow, new Float64Array(intervals.starts.length).fill(kWh)]),
  ),
});
const day = (isoDay: string, zone: string, lengthMs = QUARTER) => {
  const range = dayRange(isoDay, zone);
  return { range, intervals: span(range.start, range.end, lengthMs) };
};
const rule = (values: Partial<PriceRule>): PriceRule => ({ ...always(0.1)[0]!, ...values });
const ask = (
  rules: TariffRules,
  { range, zone, currency = 'EUR' }: { range: RevenueQuestion['range']; zone: string; currency?: string },
): RevenueQuestion => ({ terms: [{ from: null, tariff: { currency, rules } }], zone, range });

test('feed-in, own use and purchase are kept apart, each at its price', () => {
  const { range, intervals } = day('2026-06-01', 'Europe/Madrid');
  const energies = steady(intervals, { pv: 1, export: 0.4, import: 0.1 });
  const rules = {
    ...fixedTariff({ import: 0.3, feedIn: 0.08 }),
    subsidy: 0.01,
    standing: { amount: 0.5, per: 'day' as const },
  };
  const {
    revenues,
    gaps,
    energies: priced,
  } = revenueOf(energies, ask(rules, { range, zone: 'Europe/Madrid' }));
  expect(revenues).toEqual([
    {
      currency: 'EUR',
      // 38.4 kWh · 0.08; 57.6 · 0.30; 96 · 0.01; 9.6 · 0.30; one day.
      parts: { feedIn: 307, selfUse: 1728, subsidy: 96, import: -288, standing: -50 },
      total: 307 + 1728 + 96 - 288 - 50,
    },
  ]);
  expect(gaps).toEqual([]);
  expect(priced).toEqual({ pv: 96, export: 38.4, self: 57.6, import: 9.6 });
});

/**
 * Time-of-use prices of the Ontario Energy Board under the Regulated Price Plan, winter, in force from 1 November 2024 (its release "Ontario
 * Energy Board announces changes to electricity prices for households, small businesses and farms", 18 October 2024): off-peak 7.6 ¢/kWh on
 * weekdays 19:00 to 7:00, weekends and holidays; mid-peak 12.2 ¢ on weekdays 11:00 to 17:00; on-peak 15.8 ¢ on weekdays 7:00 to 11:00 and
 * 17:00 to 19:00.
 */
const ONTARIO: TariffRules = {
  ...fixedTariff({ import: null, feedIn: null }),
  seasons: [{ name: 'Winter', from: '11-01', to: '04-30' }],
  holidays: ['2024-12-25'],
  import: [
    rule({ seasons: [0], days: ['weekday'], from: 19 * 60, to: 7 * 60, price: 0.076 }),
    rule({ seasons: [0], days: ['weekend', 'holiday'], price: 0.076 }),
    rule({ seasons: [0], days: ['weekday'], from: 11 * 60, to: 17 * 60, price: 0.122 }),
    rule({ seasons: [0], days: ['weekday'], from: 7 * 60, to: 11 * 60, price: 0.158 }),
    rule({ seasons: [0], days: ['weekday'], from: 17 * 60, to: 19 * 60, price: 0.158 }),
  ],
};

test('the winter prices of the Ontario Energy Board of November 2024, by hand', () => {
  const bill = (isoDay: string) => {
    const { range, intervals } = day(isoDay, 'America/Toronto');
    const energies = steady(intervals, { pv: 0, export: 0, import: 0.25 });
    const [revenue] = revenueOf(
      energies,
      ask(ONTARIO, { range, zone: 'America/Toronto', currency: 'CAD' }),
    ).revenues;
    return revenue!.parts.import;
  };
  // A kWh each hour: 12 h · 7.6 ¢ + 6 h · 12.2 ¢ + 6 h · 15.8 ¢ = 259.2 ¢ on a Monday; 24 · 7.6 ¢ = 182.4 ¢ on a Saturday and at Christmas.
  expect(bill('2024-12-02')).toBe(-259);
  expect(bill('2024-12-07')).toBe(-182);
  expect(bill('2024-12-25')).toBe(-182);
  // The clock went back on Sunday, 3 November: 25 hours.
  expect(bill('2024-11-03')).toBe(-190);
});

describe('days that are not 24 hours long are billed by the local clock', () => {
  /** A night price until three, a day price after it. */
  const rules: TariffRules = {
    ...fixedTariff({ import: 0, feedIn: null }),
    import: [rule({ to: 180, price: 1 }), rule({ from: 180, to: 1440, price: 10 })],
  };
  const billed = (isoDay: string, zone: string) => {
    const { range, intervals } = day(isoDay, zone);
    const energies = steady(intervals, { pv: 0, export: 0, import: 1 });
    return revenueOf(energies, ask(rules, { range, zone })).revenues[0]!.parts.import;
  };
  const quarters = (night: number, rest: number) => -100 * (night + 10 * rest);

  test.each([
    ['24 hours', '2026-06-01', 'Europe/Madrid', 12, 84],
    // From 2:00 to 3:00: the third hour of the night is missing.
    ['23 hours', '2026-03-29', 'Europe/Madrid', 8, 84],
    // From 3:00 back to 2:00: the hour from two to three comes twice, both at the night price.
    ['25 hours', '2026-10-25', 'Europe/Madrid', 16, 84],
    ['23.5 hours on Lord Howe', '2026-10-04', 'Australia/Lord_Howe', 10, 84],
    ['24.5 hours on Lord Howe', '2026-04-05', 'Australia/Lord_Howe', 14, 84],
  ])('%s', (...[, isoDay, zone, night, rest]) => {
    expect(billed(isoDay, zone)).toBe(quarters(night, rest));
  });
});

test('an hour in which the price changes at half past is laid evenly over it and told', () => {
  const rules: TariffRules = {
    ...fixedTariff({ import: 0, feedIn: null }),
    import: [rule({ to: 12 * 60, price: 1 }), rule({ from: 12 * 60, to: 1440, price: 3 })],
  };
  expect(changesOn(rules, 60)).toBe(true);
  // In India full hours UTC are half hours of the clock.
  const range = dayRange('2026-06-01', 'Asia/Kolkata');
  const start = Date.UTC(2026, 5, 1, 6);
  const energies = steady(span(start, start + HOUR, HOUR), { pv: 0, export: 0, import: 1 });
  const result = revenueOf(energies, ask(rules, { range, zone: 'Asia/Kolkata' }));
  expect(result.revenues[0]!.parts.import).toBe(-200);
  expect(result.divided).toBe(1);
});

test('a negative price turns feeding in into a cost', () => {
  const { range, intervals } = day('2026-06-01', 'UTC', HOUR);
  const energies = steady(intervals, { pv: 1, export: 1, import: 0 });
  const { revenues } = revenueOf(
    energies,
    ask(fixedTariff({ import: 0.2, feedIn: -0.05 }), { range, zone: 'UTC' }),
  );
  expect(revenues[0]).toMatchObject({ parts: { feedIn: -120 }, total: -120 });
});

test('what a battery gives back is priced when it comes out', () => {
  const intervals = span(0, 2 * HOUR, HOUR);
  const rules: TariffRules = {
    ...fixedTariff({ import: 0, feedIn: null }),
    import: [rule({ to: 60, price: 0.1 }), rule({ from: 60, to: 1440, price: 0.5 })],
  };
  const energies = {
    ...intervals,
    pv: Float64Array.of(2, 0),
    export: Float64Array.of(0, 0),
    import: Float64Array.of(0, 0),
    charge: Float64Array.of(2, 0),
    discharge: Float64Array.of(0, 2),
  };
  const { revenues } = revenueOf(energies, ask(rules, { range: { start: 0, end: 2 * HOUR }, zone: 'UTC' }));
  expect(revenues[0]!.parts.selfUse).toBe(100);
});

describe('what is not known is named and never a zero', () => {
  const { range, intervals } = day('2026-06-01', 'UTC', HOUR);
  const fixed = fixedTariff({ import: 0.2, feedIn: 0.1 });

  test('without a meter', () => {
    const result = revenueOf(steady(intervals, { pv: 1 }), ask(fixed, { range, zone: 'UTC' }));
    expect(result.revenues[0]).toEqual({
      currency: 'EUR',
      parts: { feedIn: null, selfUse: null, import: null },
      total: null,
    });
    expect(result.gaps).toEqual(['noExport', 'noImport']);
  });

  test('a station that feeds all in needs no meter for it, one without export neither', () => {
    const of = (
      gridType: 'fullFeedIn' | 'zeroExport' | 'offGrid',
      flows: { pv: number; import?: number },
    ) => {
      const { intervals: settled, without } = settleByGridType(steady(intervals, flows), gridType);
      return revenueOf(settled, { ...ask(fixed, { range, zone: 'UTC' }), without });
    };
    expect(of('fullFeedIn', { pv: 1 })).toMatchObject({
      gaps: [],
      revenues: [{ parts: { feedIn: 240 }, total: 240 }],
    });
    expect(of('zeroExport', { pv: 1, import: 1 }).revenues[0]).toEqual({
      currency: 'EUR',
      parts: { selfUse: 480, import: -480 },
      total: 0,
    });
    expect(of('offGrid', { pv: 1 }).revenues[0]).toEqual({
      currency: 'EUR',
      parts: { selfUse: 480 },
      total: 480,
    });
  });

  test('without a price for what was fed in', () => {
    const energies = steady(intervals, { pv: 1, export: 1, import: 0 });
    const rules = fixedTariff({ import: 0.2, feedIn: null });
    const result = revenueOf(energies, ask(rules, { range, zone: 'UTC' }));
    expect(result.gaps).toEqual(['noFeedInPrice']);
    expect(result.revenues[0]).toMatchObject({ parts: { feedIn: null, selfUse: 0 }, total: null });
  });

  test('before the first tariff', () => {
    const energies = steady(intervals, { pv: 1, export: 1, import: 0 });
    const terms = [{ from: '2026-06-02', tariff: { currency: 'EUR', rules: fixed } }];
    expect(revenueOf(energies, { terms, zone: 'UTC', range })).toMatchObject({
      gaps: ['noTariff'],
      revenues: [],
    });
  });

  test('production of times at which the meter said nothing is in no part', () => {
    const energies = steady(intervals, { pv: 1, export: 0.5, import: 0 });
    energies.export!.fill(Number.NaN, 0, 4);
    const result = revenueOf(energies, ask(fixed, { range, zone: 'UTC' }));
    expect(result.unsettled).toBe(4);
    expect(result.revenues[0]!.parts).toEqual({ feedIn: 100, selfUse: 200, import: 0 });
  });
});

test('a tariff with another currency begins on its day, and nothing is summed over both', () => {
  const start = Date.UTC(2022, 11, 31);
  const energies = steady(span(start, start + 48 * HOUR, HOUR), { pv: 1, export: 1, import: 0 });
  const rules = fixedTariff({ import: 0, feedIn: 1 });
  const terms = [
    { from: null, tariff: { currency: 'HRK', rules } },
    { from: '2023-01-01', tariff: { currency: 'EUR', rules } },
  ];
  const { revenues } = revenueOf(energies, { terms, zone: 'UTC', range: { start, end: start + 48 * HOUR } });
  expect(revenues.map(({ currency, total }) => `${total} ${currency}`)).toEqual(['2400 HRK', '2400 EUR']);
});

test('sums of many small energies are exact and rounded once', () => {
  const intervals = span(0, 1000 * HOUR, HOUR);
  const energies = steady(intervals, { pv: 0.1, export: 0.1, import: 0 });
  const range = { start: 0, end: 1000 * HOUR };
  // 100 kWh at 0.00005: half a cent, which goes away from zero on both sides.
  const of = (feedIn: number) =>
    revenueOf(energies, ask(fixedTariff({ import: 0, feedIn }), { range, zone: 'UTC' })).revenues[0]!.total;
  expect([of(0.000_05), of(-0.000_05), of(0.000_049)]).toEqual([1, -1, 0]);
});

test('currencies have the decimals that they have', () => {
  const energies = steady(span(0, HOUR, HOUR), { pv: 1, export: 1, import: 0 });
  const of = (currency: string) =>
    revenueOf(
      energies,
      ask(fixedTariff({ import: 0, feedIn: 12.3456 }), {
        range: { start: 0, end: HOUR },
        zone: 'UTC',
        currency,
      }),
    ).revenues[0]!.total;
  expect([of('JPY'), of('EUR'), of('KWD')]).toEqual([12, 1235, 12_346]);
});

test('a charge by month is laid over its days', () => {
  const rules = {
    ...fixedTariff({ import: 0, feedIn: null }),
    standing: { amount: 28, per: 'month' as const },
  };
  const of = (from: string, to: string) => {
    const range = { start: dayRange(from, 'UTC').start, end: dayRange(to, 'UTC').end };
    const energies = steady(span(range.start, range.end, HOUR), { pv: 0, export: 0, import: 0 });
    return revenueOf(energies, ask(rules, { range, zone: 'UTC' })).revenues[0]!.parts.standing;
  };
  expect([
    of('2026-02-01', '2026-02-28'),
    of('2026-02-10', '2026-02-10'),
    of('2026-03-01', '2026-03-31'),
  ]).toEqual([-2800, -100, -2800]);
});

test('a year of quarter hours with time of use is priced at once', () => {
  const zone = 'America/Toronto';
  const range = { start: dayRange('2025-01-01', zone).start, end: dayRange('2025-12-31', zone).end };
  const energies = steady(span(range.start, range.end, QUARTER), { pv: 0.25, export: 0.1, import: 0.05 });
  const summer = rule({ seasons: [1], price: 0.1 });
  const rules: TariffRules = {
    ...ONTARIO,
    seasons: [...ONTARIO.seasons, { name: 'Summer', from: '05-01', to: '10-31' }],
    import: [...ONTARIO.import, { ...summer, days: ['weekday', 'weekend', 'holiday'] }],
    feedIn: always(0.05),
  };
  const result = revenueOf(energies, ask(rules, { range, zone }));
  expect(energies.starts).toHaveLength(365 * 96);
  expect(result.gaps).toEqual([]);
  expect(result.energies.pv).toBe(365 * 24);
});

test('an amount that no number holds is not known', () => {
  const { range, intervals } = day('2026-06-01', 'Europe/Madrid');
  const energies = steady(intervals, { pv: 1e15, export: 1e15, import: 0 });
  const { revenues } = revenueOf(
    energies,
    ask(fixedTariff({ import: 1, feedIn: 1000 }), { range, zone: 'Europe/Madrid' }),
  );
  expect(revenues).toMatchObject([{ parts: { feedIn: null, selfUse: 0 }, total: null }]);
});

describe('by day', () => {
  const byDay = (intervals: IntervalEnergies, question: RevenueQuestion) => {
    const steps = revenueDaySteps(intervals, question);
    for (;;) {
      const step = steps.next();
      if (step.done) return Object.fromEntries([...step.value].map(([of, days]) => [of, [...days]]));
    }
  };
  const zone = 'Europe/Madrid';
  const range = { start: dayRange('2026-03-28', zone).start, end: dayRange('2026-03-30', zone).end };

  test('each local day has what its own hours earned, and its standing charge, also the one of 23 hours', () => {
    const energies = steady(span(range.start, range.end, HOUR), { pv: 1, export: 1 });
    const rules = {
      ...fixedTariff({ import: 0, feedIn: 0.1 }),
      standing: { amount: 0.5, per: 'day' as const },
    };
    const days = byDay(energies, { ...ask(rules, { range, zone }), without: ['import', 'selfUse'] });
    // 24 or 23 kWh at 0.10, less half a euro.
    expect(days).toEqual({
      EUR: [
        ['2026-03-28', 240 - 50],
        ['2026-03-29', 230 - 50],
        ['2026-03-30', 240 - 50],
      ],
    });
  });

  test('a currency has the days of its own tariff, and a day with energy of an unknown price is not known', () => {
    const energies = steady(span(range.start, range.end, HOUR), { pv: 1, export: 1, import: 0 });
    const [old, next] = [fixedTariff({ import: 0, feedIn: 0.1 }), fixedTariff({ import: 0, feedIn: null })];
    const terms = [
      { from: null, tariff: { currency: 'EUR', rules: old } },
      { from: '2026-03-30', tariff: { currency: 'USD', rules: next } },
    ];
    const days = byDay(energies, { terms, zone, range });
    expect(days['EUR']!.slice(0, 2)).toEqual([
      ['2026-03-28', 240],
      ['2026-03-29', 230],
    ]);
    expect(days['USD']!.at(-1)).toEqual(['2026-03-30', null]);
  });
});
