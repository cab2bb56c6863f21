import { POINTS } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import names from '../../../../../packages/i18n/locales/en-US/points.json';
import { pointNameKey } from './point-name.ts';

test('every point of the catalogue has a name', () => {
  const missing = POINTS.filter((point) => !(pointNameKey(point.key).key in names.name)).map(
    (point) => point.key,
  );
  expect(missing).toEqual([]);
});

test('every name is that of a point', () => {
  const used = new Set(POINTS.map((point) => pointNameKey(point.key).key));
  expect(Object.keys(names.name).filter((key) => key !== 'custom' && !used.has(key))).toEqual([]);
});

test('every group of the catalogue has a name', () => {
  expect([...new Set(POINTS.map((point) => point.group))].filter((group) => !(group in names.group))).toEqual(
    [],
  );
});

test('numbered points share one text', () => {
  expect(pointNameKey('pv12.voltage')).toEqual({ key: 'pv_voltage', n: 12 });
  expect(pointNameKey('ac.l2.current')).toEqual({ key: 'ac_l_current', n: 2 });
  expect(pointNameKey('ac.l12.voltage')).toEqual({ key: 'ac_l12_voltage' });
  expect(pointNameKey('fault.w3')).toEqual({ key: 'fault_w', n: 3 });
});
