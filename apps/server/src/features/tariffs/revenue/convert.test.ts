import { expect, test } from 'vitest';
import { convert } from './convert.ts';

const sum = (currency: string, amount: number) => ({
  currency,
  today: amount,
  month: amount,
  year: amount,
  total: amount,
});
const on = (today: string, wanted?: string) => ({ today, wanted });
const rate = (currency: string, day: string, value: number) => ({ currency, day, rate: value });

test('each currency goes by its newest rate until today, with the decimals it has', () => {
  const rates = [
    rate('JPY', '2026-01-01', 0.006),
    rate('JPY', '2026-06-01', 0.005),
    rate('JPY', '2026-07-01', 1),
  ];
  const { converted, missing } = convert(
    [sum('EUR', 1000), sum('JPY', 2000)],
    { into: 'EUR', rates },
    on('2026-06-30'),
  );
  // 2,000 yen are 10 euros.
  expect(converted).toMatchObject({
    currency: 'EUR',
    today: 2000,
    rates: [rate('JPY', '2026-06-01', 0.005)],
  });
  expect(missing).toEqual([]);
});

test('without a rate for one of them nothing is summed', () => {
  expect(
    convert(
      [sum('EUR', 1), sum('USD', 1), sum('GBP', 1)],
      { into: 'EUR', rates: [rate('USD', '2026-01-01', 1)] },
      on('2026-06-30'),
    ),
  ).toEqual({
    converted: null,
    missing: ['GBP'],
  });
  expect(
    convert([sum('EUR', 1), sum('USD', 1)], { into: null, rates: [] }, on('2026-06-30')).converted,
  ).toBeNull();
});

test('one currency needs no rates', () => {
  expect(convert([sum('EUR', 1)], { into: 'EUR', rates: [] }, on('2026-06-30'))).toEqual({
    converted: null,
    missing: [],
  });
});

test('into a currency that somebody wants it goes by way of the table, where it has a rate', () => {
  const rates = [rate('USD', '2026-06-01', 0.8), rate('CHF', '2026-06-10', 1.25)];
  const table = { into: 'EUR', rates };
  const { converted } = convert([sum('EUR', 1000), sum('USD', 500)], table, on('2026-06-30', 'CHF'));
  // 10 euros are 8 francs; 5 dollars are 4 euros and 3.20 francs.
  expect(converted).toMatchObject({
    currency: 'CHF',
    into: 'EUR',
    today: 800 + 320,
    rates: rates.toReversed(),
  });
  // One currency that is not the wanted one is converted, too.
  expect(convert([sum('USD', 500)], table, on('2026-06-30', 'EUR')).converted?.total).toBe(400);
  expect(convert([sum('EUR', 1000)], table, on('2026-06-30', 'JPY')).missing).toEqual(['JPY']);
  expect(convert([sum('EUR', 1000)], table, on('2026-06-09', 'CHF')).missing).toEqual(['CHF']);
});
