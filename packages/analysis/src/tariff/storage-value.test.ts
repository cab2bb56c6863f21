import { expect, test } from 'vitest';
import { fixedTariff, always, type TariffRules } from './tariff.ts';
import type { IntervalEnergies } from './revenue.ts';
import { storageValueOf } from './storage-value.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 5, 1, 10);
type Flows = Partial<Record<'pv' | 'export' | 'import' | 'charge' | 'discharge', number[]>>;
const hours = (flows: Flows): IntervalEnergies => {
  const { length } = Object.values(flows)[0]!;
  return {
    starts: Float64Array.from({ length }, (_, at) => START + at * HOUR),
    lengthMs: HOUR,
    ...Object.fromEntries(Object.entries(flows).map(([flow, kWh]) => [flow, Float64Array.from(kWh)])),
  };
};
const ask = (rules: TariffRules = fixedTariff({ import: 0.3, feedIn: 0.08 }), feedsIn = true) => ({
  terms: [{ from: null, tariff: { currency: 'EUR', rules } }],
  zone: 'UTC',
  feedsIn,
});

test('own energy that is kept costs its feed-in, and saves a purchase when it comes out', () => {
  // At noon 5 kWh: 1 for the house, 3 into the battery, 1 into the grid. In the evening 2 of 3 kWh for the house come from the battery.
  const day = hours({ pv: [5, 0], export: [1, 0], import: [0, 1], charge: [3, 0], discharge: [0, 2] });
  expect(storageValueOf(day, ask())).toEqual({
    values: [{ currency: 'EUR', parts: { saved: 60, sold: 0, kept: -24, bought: 0 }, total: 36 }],
    gaps: [],
    energies: { saved: 2, sold: 0, kept: 3, bought: 0 },
    unsettled: 0,
    divided: 0,
  });
});

test('energy bought cheaply and sold or used dearly is priced at both times', () => {
  const rules: TariffRules = {
    ...fixedTariff({ import: null, feedIn: 0.5 }),
    import: [
      { ...always(0.1)[0]!, to: 660 },
      { ...always(0.4)[0]!, from: 660 },
    ],
  };
  // From ten to eleven 4 kWh are bought for the battery and 1 for the house; after it the battery gives the house 1 kWh and the grid 2.
  const day = hours({ pv: [0, 0], export: [0, 2], import: [5, 0], charge: [4, 0], discharge: [0, 3] });
  const { values } = storageValueOf(day, ask(rules));
  expect(values[0]).toMatchObject({ parts: { saved: 40, sold: 100, kept: 0, bought: -40 }, total: 100 });
});

test('no more is sold or bought than the meter counted, because counters step at different moments', () => {
  const day = hours({ pv: [0], export: [0], import: [0], charge: [1], discharge: [2] });
  expect(storageValueOf(day, ask()).energies).toEqual({ saved: 2, sold: 0, kept: 1, bought: 0 });
});

test('a station that does not feed in gives nothing up for what it keeps', () => {
  const day = hours({ pv: [3], export: [0], import: [0], charge: [2], discharge: [0] });
  const rules = fixedTariff({ import: 0.3, feedIn: null });
  expect(storageValueOf(day, ask(rules, false)).values[0]!.parts.kept).toBe(0);
  const open = storageValueOf(day, ask(rules));
  expect(open.values[0]).toMatchObject({ parts: { saved: 0, kept: null }, total: null });
  expect(open.gaps).toEqual(['noFeedInPrice']);
});

test('times in which another flow is not known are in no part', () => {
  const day = hours({ pv: [3, 0], export: [0, NaN], import: [0, 0], charge: [2, 0], discharge: [0, 1] });
  expect(storageValueOf(day, ask())).toMatchObject({ energies: { saved: 0, kept: 2 }, unsettled: 1 });
});

test('a flow that nobody measures leaves all parts unknown, and is named', () => {
  const day = hours({ pv: [3], charge: [2], discharge: [0] });
  expect(storageValueOf(day, ask())).toMatchObject({
    gaps: ['noExport', 'noImport'],
    values: [{ parts: { saved: null, sold: null, kept: null, bought: null }, total: null }],
  });
});

test('without a tariff nothing is priced', () => {
  const day = hours({ pv: [3], export: [0], import: [0], charge: [2], discharge: [0] });
  const none = { terms: [], zone: 'UTC', feedsIn: true };
  expect(storageValueOf(day, none)).toMatchObject({ values: [], gaps: ['noTariff'] });
});
