import { expect, test } from 'vitest';
import { makeDevice, makeLogger, makeStation } from '../../test/small-fleet.ts';
import { faultsAt, type ManualFault } from './faults.ts';

const BORN = Date.UTC(2026, 5, 10, 12);
const HOUR = 3_600_000;
const device = makeDevice('SF1');
const station = makeStation([device]);
const at = (time: number, over: { manual?: ManualFault[]; passing?: boolean } = {}) => ({
  time,
  born: BORN,
  manual: [],
  passing: false,
  ...over,
});

test('what the fleet describes began some time before the first start and stays', () => {
  const broken = { station, device: makeDevice('SF1', { fault: 'inverterTrip' }) };
  expect([...faultsAt(broken, at(BORN - 6 * HOUR))]).toEqual([]);
  expect([...faultsAt(broken, at(BORN - HOUR))]).toEqual(['inverterTrip']);
  expect([...faultsAt(broken, at(BORN + 1e10))]).toEqual(['inverterTrip']);
});

test('a fault switched by hand strikes a device or a whole station, from when to when', () => {
  const fault = { fault: 'gridLoss', from: BORN, until: BORN + HOUR } as const;
  const forDevice = [{ ...fault, target: 'SF1' }];
  expect([...faultsAt({ station, device }, at(BORN, { manual: forDevice }))]).toEqual(['gridLoss']);
  expect([...faultsAt({ station, device }, at(BORN + HOUR, { manual: forDevice }))]).toEqual([]);
  const forStation = [{ ...fault, target: station.name, until: null }];
  expect([...faultsAt({ station, device }, at(BORN + 9 * HOUR, { manual: forStation }))]).toEqual([
    'gridLoss',
  ]);
  expect([...faultsAt({ station, device: makeDevice('SF2') }, at(BORN, { manual: forDevice }))]).toEqual([]);
});

test('chance brings a few faults a year, each a while long, the same ones in every run', () => {
  const logger = makeLogger('4000000901');
  const year = Array.from({ length: 365 * 48 }, (_, index) => BORN + index * (HOUR / 2));
  const states = year.map((time) =>
    faultsAt({ station, device: logger }, at(time, { passing: true })).has('loggerOffline'),
  );
  const starts = states.filter((state, index) => state && !states[index - 1]).length;
  expect(starts).toBeGreaterThan(0);
  expect(starts).toBeLessThan(15);
  expect(states.filter(Boolean).length / starts).toBeLessThanOrEqual(11);
  expect(
    year.map((time) =>
      faultsAt({ station, device: logger }, at(time, { passing: true })).has('loggerOffline'),
    ),
  ).toEqual(states);
  expect(year.some((time) => faultsAt({ station, device }, at(time)).size > 0)).toBe(false);
});
