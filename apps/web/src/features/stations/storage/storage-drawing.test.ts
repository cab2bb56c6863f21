import type { StationPower } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { storageDrawing, throughputDrawing } from './storage-drawing.ts';

const words = { soc: 'Charge', charge: 'Charging', discharge: 'Giving' };
const power = (soc: StationPower['soc'], battery: StationPower['battery']) =>
  ({
    day: '2026-06-21',
    timeZone: 'Europe/Madrid',
    times: [1, 2, 3],
    soc,
    battery,
  }) as unknown as StationPower;

test('what the batteries give stands above zero, what they take below, a gap on neither side', () => {
  const { panels, from, to } = storageDrawing(power([50, null, 52], [400, null, -300]), words);
  expect(panels.map(({ ends }) => ends)).toEqual([[0, 100], undefined]);
  expect(panels[1]!.curves.map(({ name, values }) => [name, values])).toEqual([
    ['Giving', [400, null, 0]],
    ['Charging', [0, null, 300]],
  ]);
  expect(to - from).toBe(24 * 3_600_000);
});

test('what nothing is known of has no strip', () => {
  expect(storageDrawing(power([null, null, null], [null, null, null]), words).panels).toEqual([]);
});

test('buckets to come stay empty', () => {
  const of = {
    period: '',
    charged: 'in',
    discharged: 'out',
    nameOf: (day: string) => day,
    language: 'en-US',
  };
  const buckets = [{ start: '2026-06-01', charged: 5, discharged: null, cycles: null }];
  const { bars } = throughputDrawing({ buckets, starts: ['2026-06-01', '2026-06-02'] }, of);
  expect(bars.map(({ name, values, below }) => [name, values, below])).toEqual([['in', [5, null], true]]);
});
