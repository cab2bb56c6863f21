import { expect, test } from 'vitest';
import { FleetIndex, type FleetEntry } from './fleet-index.ts';
import { threadMs } from '../../../test/thread-ms.ts';

const entry = (
  id: number,
  sn: string,
  {
    organisationId = null,
    found,
    ...device
  }: Partial<FleetEntry['device']> & Partial<Pick<FleetEntry, 'organisationId' | 'found'>> = {},
): FleetEntry => ({
  device: {
    id,
    sn,
    kind: 'inverter',
    profileId: null,
    organisationCode: null,
    stationId: null,
    parentId: null,
    timeZone: 'UTC',
    meterRole: null,
    ratedPower: null,
    interval: null,
    ...device,
  },
  organisationId,
  secret: undefined,
  claimKnown: true,
  loggerSpeaks: false,
  firstSeenAt: undefined,
  found,
});
const idsOf = (devices: readonly { id: number }[]) => devices.map(({ id }) => id);

test('a device put again replaces the one before, also under a new SN', () => {
  const index = new FleetIndex();
  const found = { gateway: 'mqtt', site: '203.0.113.0/24' } as const;
  const hasRoom = () => index.unknown.hasRoom(found, { inAll: 10, perNetwork: 1, days: 1 });
  index.putDevice(entry(1, 'A', { found }));
  index.putDevice(entry(2, 'B', { organisationId: 5 }));
  expect(hasRoom()).toBe(false);
  index.putDevice(entry(1, 'C', { organisationId: 5 }));
  expect(index.entryOfSn('A')).toBeUndefined();
  expect(index.entryOfSn('C')).toBe(index.entry(1));
  expect(hasRoom()).toBe(true);
  index.removeDevice(1);
  index.removeDevice(1);
  expect(index.entryOfSn('C')).toBeUndefined();
  expect(index.device(2)?.sn).toBe('B');
});

test('a device that moves leaves its old station and logger', () => {
  const index = new FleetIndex();
  for (const id of [1, 2]) index.putDevice(entry(id, `S${id}`, { stationId: 10, parentId: 7 }));
  index.putDevice(entry(2, 'S2', { stationId: 11, parentId: 8 }));
  expect([idsOf(index.devicesOf(10)), idsOf(index.devicesOf(11))]).toEqual([[1], [2]]);
  expect([idsOf(index.childrenOf(7)), idsOf(index.childrenOf(8))]).toEqual([[1], [2]]);
  index.removeDevice(1);
  expect([index.devicesOf(10), index.childrenOf(7)]).toEqual([[], []]);
  expect(idsOf([...index.devices()])).toEqual([2]);
});

test('the days of a device are cut in the zone of its station, known or not yet', () => {
  const index = new FleetIndex();
  index.putDevice(entry(1, 'A', { stationId: 10 }));
  expect(index.zoneOf(index.device(1)!)).toBe('UTC');
  index.putStation({
    id: 10,
    type: 'residential',
    capacityKw: 1,
    timeZone: 'Europe/Madrid',
    latitude: 40,
    longitude: -3,
    elevation: null,
    tilt: null,
    azimuth: null,
    design: null,
  });
  expect(index.zoneOf(index.device(1)!)).toBe('Europe/Madrid');
  index.removeStation(10);
  expect(index.zoneOf(index.device(1)!)).toBe('UTC');
});

test('a group of any size holds each device once', () => {
  const index = new FleetIndex();
  for (let id = 1; id <= 40; id += 1) index.putDevice(entry(id, `S${id}`, { stationId: 10, parentId: 1 }));
  index.putDevice(entry(7, 'S7', { stationId: 10, parentId: 1 }));
  const all = Array.from({ length: 40 }, (_, n) => n + 1);
  expect(idsOf(index.devicesOf(10)).toSorted((a, b) => a - b)).toEqual(all);
  expect(idsOf(index.childrenOf(1)).toSorted((a, b) => a - b)).toEqual(all);
});

test('a change of a station with very many devices puts all of them in again, in a moment', () => {
  const index = new FleetIndex();
  const ids = Array.from({ length: 20_000 }, (_, n) => n + 1);
  const putAll = () =>
    ids.forEach((id) => index.putDevice(entry(id, `S${id}`, { stationId: 10, parentId: 7 })));
  putAll();
  const before = index.devicesOf(10);
  const began = threadMs();
  putAll();
  expect(threadMs() - began).toBeLessThan(1500);
  expect(idsOf(index.devicesOf(10)).toSorted((a, b) => a - b)).toEqual(ids);
  expect(index.childrenOf(7)).toHaveLength(20_000);
  // What somebody asked for before does not change under their hands.
  expect(before).toHaveLength(20_000);
  for (const id of ids) index.removeDevice(id);
  expect([index.devicesOf(10), index.childrenOf(7)]).toEqual([[], []]);
});
