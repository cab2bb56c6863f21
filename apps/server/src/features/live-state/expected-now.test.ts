import { expect, test } from 'vitest';
import type { ComputedDay } from '../expected-power/index.ts';
import { noExpectation } from './day-expectation.ts';
import { expectedNow } from './expected-now.ts';

const [MIDNIGHT, MINUTE] = [Date.UTC(2026, 5, 21), 60_000];
const NOON = MIDNIGHT + 12 * 60 * MINUTE;

/** Summed live to noon: 30 kWh by a clear sky, a kWh in each of the last five minutes. */
const live = {
  ...noExpectation(),
  dayStart: MIDNIGHT,
  until: NOON,
  kwh: 30,
  clear: 30,
  recent: Array.from({ length: 12 }, (_, n) => ({ from: NOON - (12 - n) * 5 * MINUTE, kwh: 1 })),
};
const computed: ComputedDay = { dayStart: MIDNIGHT, until: NOON - 10 * MINUTE, kwh: 12, by: 'peers' };

test('the curve of the day counts as far as it is computed, and what was summed live after it', () => {
  expect(expectedNow(live, computed)).toEqual({ kwh: 14, by: 'peers' });
});

test.each([
  ['none is computed', undefined],
  ['it is of yesterday', { ...computed, dayStart: MIDNIGHT - 86_400_000 }],
  ['it is older than an hour', { ...computed, until: NOON - 61 * MINUTE }],
  ['it knows a clear sky alone', { ...computed, by: 'clearSky' as const }],
])('what is summed live counts alone where %s', (_, other) => {
  expect(expectedNow(live, other)).toEqual({ kwh: 30, by: 'clearSky' });
});

test('what sensors told most of is by sensors', () => {
  expect(expectedNow({ ...live, clear: 10 }, undefined)).toEqual({ kwh: 30, by: 'sensor' });
});
