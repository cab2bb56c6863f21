import { expect, test } from 'vitest';
import { AUTOMATIC, counterAt, counterSpans } from './station-counters.ts';

const timeZone = 'Europe/Madrid';
const SUMMER = Date.UTC(2026, 5, 30, 22);

test('without a choice all times go by the usual rule', () => {
  expect(counterSpans(undefined)).toBe(AUTOMATIC);
  expect(counterSpans({ timeZone, counters: null })).toBe(AUTOMATIC);
});

test('a choice begins at the local midnight of its day, and the usual rule holds before', () => {
  const spans = counterSpans({ timeZone, counters: [{ from: '2026-07-01', counter: 'dayCounter' }] });
  expect(counterAt(spans, SUMMER - 1)).toBe('automatic');
  expect(counterAt(spans, SUMMER)).toBe('dayCounter');
});

test('a choice for all days reaches to the next one', () => {
  const spans = counterSpans({
    timeZone,
    counters: [
      { from: null, counter: 'generationMeter' },
      { from: '2026-07-01', counter: 'lifetimeCounter' },
    ],
  });
  expect(spans.map(({ counter, start, end }) => [counter, start, end])).toEqual([
    ['generationMeter', -Infinity, SUMMER],
    ['lifetimeCounter', SUMMER, Infinity],
  ]);
});
