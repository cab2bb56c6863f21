import { expect, test } from 'vitest';
import { sumKpiDays } from './sum-kpi-days.ts';

const DAY = 86_400_000;

test('a month of thousands of inverters is summed day by day', async () => {
  const place = { timeZone: 'UTC', latitude: 48, longitude: 11, elevation: null, tilt: 30, azimuth: 180 };
  const station = { id: 1, capacityKw: 1000, design: null, ...place };
  const inverters = Array.from({ length: 5000 }, (_, id) => ({ id, kind: 'inverter', ratedPower: 1000 }));
  const summed: { devices?: number[]; days: string[] }[] = [];
  const samples = {
    command(_: string, params: { devices?: number[]; days: string[] }) {
      summed.push(params);
      return Promise.resolve();
    },
  };
  await sumKpiDays(
    { samples, fleet: { devicesOf: () => inverters } } as unknown as Parameters<typeof sumKpiDays>[0],
    [{ station, from: 0, to: 31 * DAY }] as unknown as Parameters<typeof sumKpiDays>[1],
    { version: 1, now: 40 * DAY },
  );
  const ofDevices = summed.filter(({ devices }) => devices?.length === 5000);
  expect(ofDevices.map(({ days }) => new Set(days).size)).toEqual(Array.from({ length: 31 }, () => 1));
});
