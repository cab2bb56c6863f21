import { fixedTariff } from '@sunfleet/analysis';
import { expect, test } from 'vitest';
import { tariffTerms } from './tariff-terms.ts';

const rules = (price: number) => fixedTariff({ import: price, feedIn: null });
const none = { currency: null, priceBuy: null, priceFeedIn: null };
const show = (terms: ReturnType<typeof tariffTerms>) =>
  terms.map(({ from, tariff }) => `${from} ${tariff?.rules.import[0]?.price ?? 'none'}`);
const house = {
  currency: 'EUR',
  versions: [
    { from: '2024-01-01', rules: rules(1) },
    { from: '2025-01-01', rules: rules(2) },
    { from: '2026-01-01', rules: rules(3) },
  ],
};

test('the simple prices hold before the first tariff', () => {
  const simple = { currency: 'EUR', priceBuy: 0.3, priceFeedIn: null };
  expect(show(tariffTerms(simple, []))).toEqual(['null 0.3']);
  expect(show(tariffTerms(simple, [{ from: '2025-06-01', tariff: house }]))).toEqual([
    'null 0.3',
    '2025-06-01 2',
    '2026-01-01 3',
  ]);
});

test('a price without its currency is none', () => {
  expect(tariffTerms({ ...none, priceBuy: 0.3 }, [])).toEqual([]);
});

test('versions take effect within their term alone', () => {
  const terms = tariffTerms(none, [
    { from: null, tariff: house },
    { from: '2025-06-01', tariff: null },
    { from: '2025-09-01', tariff: house },
  ]);
  expect(show(terms)).toEqual([
    'null none',
    '2024-01-01 1',
    '2025-01-01 2',
    '2025-06-01 none',
    '2025-09-01 2',
    '2026-01-01 3',
  ]);
});
