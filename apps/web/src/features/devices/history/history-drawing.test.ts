import { pointByKey } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { drawable, firstPoint, fits } from './chosen-points.ts';
import { historyDrawing, type NamedSeries } from './history-drawing.ts';
import { tonesOf } from './point-tones.ts';

const kindOf = (key: string) => pointByKey(key)?.kind ?? 'gauge';
const point = (key: string, unit: string) => ({ key, unit, kind: kindOf(key) });
const series = (changes: Partial<NamedSeries> = {}): NamedSeries => ({
  key: 'ac.power',
  unit: 'W',
  name: 'AC power',
  kind: kindOf(changes.key ?? 'ac.power'),
  decimals: null,
  times: [1000, 2000],
  values: [5, null],
  ...changes,
});
const range = { from: 0, to: 3_600_000, zone: 'UTC' };

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
  const drawing = historyDrawing(
    [series(), series({ key: 'v', unit: 'V', name: 'V' }), series({ key: 'dc.power', name: 'DC power' })],
    range,
  );
  expect(drawing.panels.map(({ curves }) => curves.map(({ name }) => name))).toEqual([
    ['AC power', 'DC power'],
    ['V'],
  ]);
  expect(drawing.panels.map(({ free }) => free)).toEqual([false, true]);
});

test('each mean has the least and greatest value it stands for, unless both say the same', () => {
  const mean = series({ min: [-4, null], max: [6, null] });
  const same = series({ key: 'dc.power', min: [5, null], max: [5, null] });
  const [first, second] = historyDrawing([mean, same], range).panels[0]!.curves;
  expect(first).toMatchObject({ low: [-4, null], high: [6, null] });
  expect(second!.low).toBeUndefined();
});

test('states are steps with words, and have no envelope', () => {
  const text = () => 'Running';
  const state = series({ key: 'state', unit: '', values: [3, 0], min: [3, 0], max: [3, 3], text });
  const [panel] = historyDrawing([state], range).panels;
  expect(panel).toMatchObject({ whole: true, curves: [{ draw: 'step', text }] });
  expect(panel!.curves[0]!.low).toBeUndefined();
});

test('a point that means one thing has its colour; the battery’s power and its charge differ', () => {
  const tones = tonesOf(['ac.power', 'battery.power', 'battery.soc', 'pv1.voltage', 'pv2.voltage']);
  expect([...tones.values()].map(({ tone }) => tone)).toEqual([
    'pv',
    'discharge',
    'soc',
    'series-1',
    'series-3',
  ]);
  // Without powers beside them, voltages may have the colours that look like theirs.
  expect(tonesOf(['pv1.voltage', 'pv2.voltage']).get('pv2.voltage')).toEqual({ tone: 'series-2' });
  expect(tonesOf(['ac.power', 'dc.power']).get('dc.power')).toEqual({ tone: 'pv', dashed: true });
});

test('a custom point is drawn as its organisation says it is: digits, and steps for a code', () => {
  const [first, second] = historyDrawing(
    [
      series({ key: 'tank.level', unit: 'm', decimals: 3 }),
      series({ key: 'pump.mode', unit: '', kind: 'state' }),
    ],
    range,
  ).panels;
  expect(first!.curves[0]).toMatchObject({ digits: 3, draw: 'line' });
  expect(second).toMatchObject({ whole: true, curves: [{ draw: 'step' }] });
});
