import type { RevenuePeriod } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { paybackOf } from './payback.ts';

const period = (values: Partial<RevenuePeriod>): RevenuePeriod => ({
  from: '2025-01-01',
  to: '2025-12-31',
  revenues: [{ currency: 'EUR', parts: { feedIn: 40_000, selfUse: 60_000, import: -90_000 }, total: 10_000 }],
  gaps: [],
  energies: { pv: 0, export: 0, self: 0, import: 0 },
  unsettled: 0,
  divided: 0,
  ...values,
});
const cost = { amount: 10_000, currency: 'EUR' };

test('what was bought is not what the station cost', () => {
  const { share, years, gap } = paybackOf(cost, period({}));
  expect(share).toBeCloseTo(0.1, 12);
  expect(years).toBeCloseTo((10 * 365) / 365.25, 9);
  expect(gap).toBeNull();
});

test.each([
  ['noInvestment', null, period({})],
  ['noRevenue', cost, null],
  ['noRevenue', cost, period({ revenues: [{ currency: 'EUR', parts: { feedIn: null }, total: null }] })],
  ['otherCurrency', { amount: 1, currency: 'USD' }, period({})],
  ['tooShort', cost, period({ from: '2025-12-03' })],
  ['noProfit', cost, period({ revenues: [{ currency: 'EUR', parts: { feedIn: -5 }, total: -5 }] })],
] as const)('%s', (gap, investment, total) => {
  expect(paybackOf(investment, total)).toMatchObject({ years: null, gap });
});
