import { expect, test } from 'vitest';
import { convert } from './convert.ts';

const sum = (currency: string, amount: number) => ({
  currency,
  today: amount,
  month: amount,
  year: amount,
  total: amount,
});
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
    '2026-06-30',
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
      '2026-06-30',
    ),
  ).toEqual({
    converted: null,
    missing: ['GBP'],
  });
  expect(
    convert([sum('EUR', 1), sum('USD', 1)], { into: null, rates: [] }, '2026-06-30').converted,
  ).toBeNull();
});

test('one currency needs no rates', () => {
  expect(convert([sum('EUR', 1)], { into: 'EUR', rates: [] }, '2026-06-30')).toEqual({
    converted: null,
    missing: [],
  });
});
