import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeDevice, makeFleet, makeLogger, makeStation } from '../../test/small-fleet.ts';
import { parseOptions } from '../options.ts';
import { enlargeFleet } from './enlarge-fleet.ts';
import { loadFleet } from './load-fleet.ts';

const fleet = makeFleet([
  makeStation([
    makeLogger('4000000901', { fault: 'loggerOffline' }),
    makeDevice('SF10000001', { parentSn: '4000000901' }),
  ]),
]);

test('copies have names, places and serial numbers of their own, and nothing wrong', () => {
  const { stations } = enlargeFleet(fleet, 3);
  expect(stations.map(({ name }) => name)).toEqual(['Casa Prueba', 'Casa Prueba 2', 'Casa Prueba 3']);
  const sns = stations.flatMap(({ devices }) => devices.map(({ sn }) => sn));
  expect(new Set(sns).size).toBe(6);
  expect(stations[1]!.devices[1]!.parentSn).toBe(stations[1]!.devices[0]!.sn);
  expect(stations.map(({ devices }) => devices[0]!.fault)).toEqual(['loggerOffline', null, null]);
  expect(Math.abs(stations[2]!.latitude - stations[0]!.latitude)).toBeLessThan(0.51);
});

test('fewer stations are the first ones', () => {
  const two = makeFleet([makeStation([]), makeStation([], { name: 'Second' })]);
  expect(enlargeFleet(two, 1).stations.map(({ name }) => name)).toEqual(['Casa Prueba']);
});

test('a file that is no fleet is refused by name', () => {
  const file = path.join(tmpdir(), `sunfleet-no-fleet-${process.pid}.json`);
  writeFileSync(file, '{"stations": []}');
  expect(() => loadFleet(file)).toThrow(file);
});

test('options: defaults, values, and a clear word on what is wrong', () => {
  expect(parseOptions([])).toMatchObject({
    historyDays: 0,
    speed: Infinity,
    passingFaults: true,
    stations: undefined,
  });
  expect(parseOptions(['--v5', 'host:123', '--faults', 'off', '--history=35'])).toMatchObject({
    gateways: { v5: { host: 'host', port: 123 } },
    passingFaults: false,
    historyDays: 35,
  });
  expect(() => parseOptions(['--speed', 'fast'])).toThrow('--speed fast');
  expect(() => parseOptions(['--v5', 'nowhere'])).toThrow('--v5 nowhere');
});
