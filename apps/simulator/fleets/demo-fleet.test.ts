import { readFileSync } from 'node:fs';
import { profileById } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { DEMO_FLEET_FILE, makeDemoFleet } from './make-demo-fleet.ts';
import type { Fleet } from './schema.ts';

const fleet = JSON.parse(readFileSync(DEMO_FLEET_FILE, 'utf8')) as Fleet;
const devices = fleet.stations.flatMap((station) => station.devices);

test('the file is what the generator makes', () => {
  expect(fleet).toEqual(makeDemoFleet());
});

test('at least 36 stations of every type in many zones on both halves of the earth', () => {
  expect(fleet.stations.length).toBeGreaterThanOrEqual(36);
  expect(new Set(fleet.stations.map((station) => station.type)).size).toBe(5);
  expect(new Set(fleet.stations.map((station) => station.timeZone)).size).toBeGreaterThan(10);
  expect(fleet.stations.some((station) => station.latitude < 0 && station.azimuth === 0)).toBe(true);
});

test('names, serial numbers and secrets are unique; loggers have numeric serials and no secrets', () => {
  expect(new Set(fleet.stations.map((station) => station.name)).size).toBe(fleet.stations.length);
  expect(new Set(devices.map((device) => device.sn)).size).toBe(devices.length);
  const secrets = devices.flatMap((device) => device.secret ?? []);
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const device of devices) {
    expect(device.sn, device.model).toMatch(device.kind === 'logger' ? /^40000000\d\d$/ : /^SF\d{8}$/);
    expect(device.secret === null).toBe(device.kind === 'logger');
  }
});

test('a device behind a logger names one that stands before it, and a profile the platform knows', () => {
  for (const station of fleet.stations) {
    const seen = new Set<string>();
    for (const device of station.devices) {
      if (device.parentSn !== null) expect(seen.has(device.parentSn), device.sn).toBe(true);
      if (device.protocol === 'v5' && device.kind !== 'logger') {
        expect([device.parentSn === null, device.slave, device.v5Data === null]).toEqual([false, 1, false]);
      }
      if (device.kind !== 'logger') expect(profileById(device.profileId!), device.sn).toBeDefined();
      seen.add(device.sn);
    }
  }
});

test('the capacity of a station is that of its modules, and its inverters take most of it', () => {
  for (const { name, capacityKw, devices: own } of fleet.stations) {
    const watts = own
      .flatMap((device) => device.inputs)
      .reduce((sum, input) => sum + input.strings * input.modulesInSeries * input.modulePower, 0);
    const inverters = own.reduce((sum, device) => sum + (device.ratedPower ?? 0), 0);
    expect(capacityKw, name).toBeCloseTo(watts / 1000, 1);
    expect(watts / inverters, name).toBeGreaterThan(1);
    expect(watts / inverters, name).toBeLessThan(1.4);
  }
});

test('a few stations always show something to look after', () => {
  const faults = new Set(devices.flatMap((device) => device.fault ?? []));
  expect([...faults].toSorted()).toEqual([
    'inverterTrip',
    'loggerOffline',
    'shading',
    'stringOpen',
    'stuckSensor',
  ]);
});
