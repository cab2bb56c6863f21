import { expect, test } from 'vitest';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import { createFormat } from '../../../lib/format/use-format.ts';
import { drawable, firstPoint, fits } from './chosen-points.ts';
import { bandOf, type Curve, panelsOf, tableOf } from './history-curves.ts';
import { historyHeight, historyOption } from './history-option.ts';

const point = (key: string, unit: string) => ({ key, unit });
const curve = (changes: Partial<Curve> = {}): Curve => ({
  key: 'ac.power',
  unit: 'W',
  name: 'AC power',
  label: (value) => `${value} W`,
  times: [1000, 2000],
  values: [5, null],
  ...changes,
});
const look: ChartLook = {
  dark: false,
  format: createFormat('en-US'),
  text: '#000',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  energy: {
    pv: '#1',
    load: '#2',
    grid: '#3',
    battery: '#4',
    charge: '#5',
    ev: '#6',
    expected: '#7',
    irradiance: '#8',
  },
  series: ['#a', '#b'],
};
const drawing = { range: { from: 0, to: 3_600_000, zone: 'UTC' }, bandName: 'band' };

test('at most eight points and four units go into a chart', () => {
  const strings = Array.from({ length: 9 }, (_, index) => point(`str${index + 1}.current`, 'A'));
  const keys = strings.map(({ key }) => key);
  expect(drawable(keys, strings)).toHaveLength(8);
  const units = [point('a', 'V'), point('b', 'A'), point('c', 'W'), point('d', 'Hz')];
  expect(fits(units, point('e', '%'))).toBe(false);
  expect(fits(units, point('e', 'V'))).toBe(true);
  expect(drawable(['gone', 'b', 'b', 'a'], units).map(({ key }) => key)).toEqual(['b', 'a']);
});

test('states never share an axis with figures that have no unit', () => {
  const three = [point('a', 'V'), point('b', 'A'), point('ac.powerFactor', '')];
  expect(fits([...three, point('state', '')], point('alarm.code', ''))).toBe(false);
});

test('a device opens with its most telling point', () => {
  expect(firstPoint([point('pv1.voltage', 'V'), point('ac.power', 'W')])).toBe('ac.power');
  expect(firstPoint([point('fan.speed', 'rpm')])).toBe('fan.speed');
  expect(firstPoint([])).toBeUndefined();
});

test('curves of one unit share a panel', () => {
  const curves = [curve(), curve({ key: 'v', unit: 'V' }), curve({ key: 'dc.power' })];
  expect(panelsOf(curves).map((panel) => panel.map(({ key }) => key))).toEqual([
    ['ac.power', 'dc.power'],
    ['v'],
  ]);
  const option = historyOption(look, curves, drawing);
  expect(option.grid).toHaveLength(2);
  expect((option.series as { yAxisIndex: number }[]).map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1, 0]);
  expect(historyHeight(curves)).toBeGreaterThan(historyHeight([curve()]));
});

test('only a single curve has a band', () => {
  const banded = curve({ min: [-4, null], max: [6, null] });
  expect(bandOf([banded])).toEqual({ min: [-4, null], max: [6, null] });
  expect(bandOf([banded, curve()])).toBeUndefined();
  expect(historyOption(look, [banded], drawing).series).toHaveLength(3);
});

test('the table has every time of every curve once', () => {
  const other = curve({
    key: 'state',
    unit: '',
    name: 'State',
    times: [2000, 3000],
    values: [3, null],
    label: () => 'Running',
  });
  const words = { time: 'Time', timeOf: String, min: 'Min', max: 'Max' };
  expect(tableOf([curve(), other], words)).toEqual({
    columns: ['Time', 'AC power (W)', 'State'],
    rows: [
      ['1000', 5, null],
      ['2000', null, 'Running'],
      ['3000', null, null],
    ],
  });
});
