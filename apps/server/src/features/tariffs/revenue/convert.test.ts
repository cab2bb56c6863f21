import { expect, test } from 'vitest';
import { convert, type DayAmount } from './convert.ts';

const sum = (currency: string, amount: number | null) => ({
  currency,
  today: amount,
  month: amount,
  year: amount,
  total: amount,
});
const rate = (currency: string, day: string, value: number) => ({ currency, day, rate: value });
const on = (
  currency: string,
  day: string,
  amount: number,
  figures: DayAmount['figures'] = ['total'],
): DayAmount => ({ currency, day, amount, figures });

test('each day goes by its own rate, and months, years and totals are sums of converted days', async () => {
  const rates = [
    rate('USD', '2025-12-01', 0.9),
    rate('USD', '2026-06-01', 0.8),
    rate('USD', '2026-06-11', 0.5),
    rate('USD', '2026-07-01', 99),
  ];
  const days = [
    on('USD', '2026-06-21', 1000, ['today', 'month', 'year', 'total']),
    on('USD', '2026-06-10', 1000, ['month', 'year', 'total']),
    on('USD', '2026-01-15', 1000, ['year', 'total']),
    on('USD', '2025-12-31', 1000, ['total']),
  ];
  const { converted, missing } = await convert(
    { sums: [sum('EUR', 100), sum('USD', 1)], days: [days], into: 'EUR' },
    { into: 'EUR', rates },
  );
  // 10 dollars are 5.00 euros today, 8.00 on the 10th of June, 9.00 in January and at the end of December; each with 1.00 of euros.
  expect(converted).toEqual({
    currency: 'EUR',
    into: 'EUR',
    today: 100 + 500,
    month: 100 + 500 + 800,
    year: 100 + 500 + 800 + 900,
    total: 100 + 500 + 800 + 900 + 900,
    rates: [rate('USD', '2026-06-11', 0.5)],
    // The 15th of January is 45 days after the 1st of December.
    oldestDays: 45,
  });
  expect(missing).toEqual([]);
});

test('currencies have the decimals they have, and fractions of a cent are rounded once', async () => {
  const days = [on('JPY', '2026-06-21', 2001), on('JPY', '2026-06-22', 2001), on('KWD', '2026-06-21', 1000)];
  const rates = [rate('JPY', '2026-06-01', 0.005_02), rate('KWD', '2026-06-01', 3)];
  const { converted } = await convert(
    { sums: [sum('JPY', 4002), sum('KWD', 1000)], days: [days], into: 'EUR' },
    { into: 'EUR', rates },
  );
  // Twice 10.04502 euros are 20.09; one dinar of a thousand fils is three euros.
  expect(converted?.total).toBe(2009 + 300);
});

test('into a currency that somebody wants a day goes by way of the table, by both rates of that day', async () => {
  const rates = [
    rate('USD', '2026-06-01', 0.8),
    rate('CHF', '2026-06-01', 1.25),
    rate('CHF', '2026-06-15', 1),
  ];
  const days = [on('EUR', '2026-06-10', 1000), on('USD', '2026-06-10', 500), on('USD', '2026-06-20', 500)];
  const { converted } = await convert(
    { sums: [sum('EUR', 1000), sum('USD', 1000)], days: [days], into: 'CHF' },
    { into: 'EUR', rates },
  );
  // 10 euros are 8 francs; 5 dollars are 4 euros, which are 3.20 francs and then 4.
  expect(converted).toMatchObject({ currency: 'CHF', into: 'EUR', total: 800 + 320 + 400 });
});

test('a figure with a day that has no rate is not known, and the currency and its days are named', async () => {
  const days = [
    on('USD', '2026-06-21', 1000, ['today', 'month', 'total']),
    on('USD', '2026-05-30', 1000, ['total']),
    on('USD', '2026-05-20', 1000, ['total']),
    // Nothing was earned then, so that no rate is needed.
    on('USD', '2020-01-01', 0, ['total']),
  ];
  const table = { into: 'EUR', rates: [rate('USD', '2026-06-01', 0.5)] };
  const { converted, missing } = await convert(
    { sums: [sum('USD', 3000)], days: [days], into: 'EUR' },
    table,
  );
  expect(converted).toMatchObject({ today: 500, month: 500, total: null });
  expect(missing).toEqual([{ currency: 'USD', from: '2026-05-20', to: '2026-05-30' }]);
  const other = await convert(
    { sums: [sum('USD', 3000)], days: [days], into: 'JPY' },
    { into: null, rates: [] },
  );
  expect(other.converted).toMatchObject({ today: null, month: null, year: 0, total: null });
  expect(other.missing.map(({ currency }) => currency)).toEqual(['USD', 'JPY']);
});

test('what is not known of one currency is not known of the sum', async () => {
  const { converted } = await convert(
    {
      sums: [sum('EUR', 100), { ...sum('USD', 1000), total: null }],
      days: [[on('USD', '2026-06-21', 1000, ['today', 'month', 'year'])]],
      into: 'EUR',
    },
    { into: 'EUR', rates: [rate('USD', '2026-01-01', 0.5)] },
  );
  expect(converted).toMatchObject({ today: 600, month: 600, total: null });
});
