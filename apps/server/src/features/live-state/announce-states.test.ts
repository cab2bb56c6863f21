import { expect, test, vi } from 'vitest';
import { createBus } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Topics } from '../../platform/topics.ts';
import { FleetIndex, type FleetEntry } from '../fleet/fleet-index.ts';
import { createSunlight } from '../fleet/index.ts';
import { announcer } from './announce-states.ts';
import { FleetStates } from './state-book.ts';

test('devices that change without end keep no station from its turn', () => {
  const bus = createBus<Topics>(() => undefined);
  const book = {
    fleet: { device: () => undefined },
    device: () => undefined,
    turn: () => undefined,
    changedDevices: new Set(Array.from({ length: 1000 }, (_, id) => id)),
    changedStations: new Set([1, 2]),
  };
  const platform = { bus, clock: { now: () => 0 } } as unknown as Platform;
  const toWrite = { devices: new Map(), stations: new Map() };
  const announce = announcer(platform, book as unknown as FleetStates, toWrite, () => 0);
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1));
  const waits = announce();
  clock.mockRestore();
  expect(waits).toBe(true);
  expect(book.changedDevices.size).toBeGreaterThan(900);
  expect(book.changedStations.size).toBe(0);
});

test('a station of thousands of devices is looked at less often, however often these change', () => {
  let looks = 0;
  class Watched extends FleetIndex {
    override devicesOf(id: number) {
      looks += 1;
      return super.devicesOf(id);
    }
  }
  const fleet = new Watched();
  fleet.putStation({
    id: 1,
    type: 'residential',
    capacityKw: 5,
    timeZone: 'Europe/Madrid',
    latitude: 40,
    longitude: -3,
    elevation: null,
    tilt: null,
    azimuth: null,
    design: null,
  });
  for (let id = 1; id <= 2000; id += 1) fleet.putDevice(deviceOf(id));
  const book = new FleetStates(fleet, createSunlight());
  const platform = { bus: createBus<Topics>(() => undefined), clock: { now: () => Date.UTC(2026, 5, 21) } };
  const toWrite = { devices: new Map(), stations: new Map() };
  const announce = announcer(platform as unknown as Platform, book, toWrite, platform.clock.now);
  let time = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  const look = (after: number) => {
    time += after;
    looks = 0;
    book.changedStations.add(1);
    announce();
    return looks > 0;
  };
  expect([look(0), look(20), look(20), look(30)]).toEqual([true, false, false, true]);
  clock.mockRestore();
});

const deviceOf = (id: number): FleetEntry => ({
  device: {
    id,
    sn: `S${id}`,
    kind: 'inverter',
    profileId: null,
    organisationCode: null,
    stationId: 1,
    parentId: null,
    timeZone: 'UTC',
    meterRole: null,
    ratedPower: null,
    interval: null,
  },
  organisationId: 1,
  secret: undefined,
  claimKnown: true,
  loggerSpeaks: false,
  firstSeenAt: undefined,
  found: undefined,
});
