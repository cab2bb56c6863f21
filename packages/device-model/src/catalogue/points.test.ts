import { describe, expect, test } from 'vitest';
import { CUSTOM_POINT_BASE, isPointKey, pointById, pointByKey, POINTS, RUN_STATES } from './points.ts';

describe('ids', () => {
  test('are stored with samples and never move', () => {
    const pinned = {
      'ac.power': 1,
      'ac.frequency': 5,
      'ac.l1.voltage': 10,
      'ac.l3.power': 32,
      'ac.l31.voltage': 42,
      'dc.power': 50,
      'energy.day': 100,
      'energy.total': 101,
      'battery.soc': 120,
      'energy.discharge.total': 129,
      'grid.power': 140,
      'energy.export.total': 144,
      'load.power': 150,
      'meter.power': 160,
      'meter.l3.power': 192,
      'irradiance.poa': 220,
      rain: 228,
      'temp.inverter': 240,
      'signal.strength': 246,
      state: 260,
      'alarm.code': 261,
      'fault.w1': 271,
      'fault.w8': 278,
      'pv1.voltage': 503,
      'pv24.power': 574,
      'str1.current': 702,
      'str48.voltage': 797,
    };
    const found = Object.keys(pinned).map((key) => [key, pointByKey(key)?.id]);
    expect(Object.fromEntries(found)).toEqual(pinned);
  });

  test('are unique, fit the catalogue, and lead back to their point', () => {
    expect(new Set(POINTS.map(({ id }) => id)).size).toBe(POINTS.length);
    expect(new Set(POINTS.map(({ key }) => key)).size).toBe(POINTS.length);
    for (const point of POINTS) {
      expect(point.id).toBeGreaterThan(0);
      expect(point.id).toBeLessThan(CUSTOM_POINT_BASE);
      expect(pointById(point.id)).toBe(point);
    }
  });
});

describe('points', () => {
  test('are kept as their kind asks', () => {
    expect(pointByKey('ac.power')).toMatchObject({ unit: 'W', kind: 'gauge', aggregate: 'avg' });
    expect(pointByKey('energy.day')).toMatchObject({ unit: 'kWh', kind: 'dayCounter', aggregate: 'max' });
    expect(pointByKey('meter.energy.import')).toMatchObject({ kind: 'counter', aggregate: 'last' });
    expect(pointByKey('fault.w3')).toMatchObject({ kind: 'bits', aggregate: 'last', min: 0 });
    expect(pointByKey('no.such.point')).toBeUndefined();
    expect(pointById(9999)).toBeUndefined();
  });

  test('have keys that are keys, and ranges that are ranges', () => {
    for (const { key, min, max } of POINTS) {
      expect([key, isPointKey(key)]).toEqual([key, true]);
      if (min !== undefined && max !== undefined) expect(min).toBeLessThan(max);
    }
  });
});

test.each([
  ['battery.cell1.voltage', true],
  ['ac.powerFactor', true],
  ['x', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['1a', false],
  ['a..b', false],
  ['.a', false],
  ['a.', false],
  ['a b', false],
  ['a-b', false],
  ['ä', false],
  ['__proto__', false],
])('%j names a custom point: %s', (text, is) => {
  expect(isPointKey(text)).toBe(is);
});

test('run states keep their numbers', () => {
  expect(RUN_STATES).toEqual({
    standby: 0,
    waitingGrid: 1,
    checking: 2,
    running: 3,
    breakdown: 4,
    burning: 5,
    poweringUp: 6,
    shutdown: 7,
    shutdownFailure: 8,
  });
});
