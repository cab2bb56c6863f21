import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { ensureDevices, nameElsewhere, storeDeviceSecret } from './index.ts';
import { devicesElsewhere } from './name-elsewhere.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const context = { actor: systemActor, address: null };
const newSn = () => `ENS${randomUUID().slice(0, 12)}`;
const ensure = (station: { id: number; organisationId: number }, sns: readonly string[]) =>
  ensureDevices(platform, context, { station, sns, kind: 'weather', mayAdd: true });

function announcements() {
  const devices: number[] = [];
  const stations: number[] = [];
  const ends = [
    platform.bus.subscribe('deviceChanged', ({ deviceId }) => devices.push(deviceId)),
    platform.bus.subscribe('stationChanged', ({ stationId }) => stations.push(stationId)),
  ];
  return { devices, stations, end: () => ends.forEach((stop) => stop()) };
}

test('devices the station has are found, those it lacks are added, and that is announced', async () => {
  const station = await makeStation(platform);
  const own = await makeDevice(platform, { sn: newSn(), stationId: station.id });
  const sn = newSn();
  const heard = announcements();
  const ids = await ensure(station, [own.sn, sn]);
  await platform.changes.catchUp();
  heard.end();
  expect(ids.get(own.sn)).toBe(own.id);
  expect([heard.devices, heard.stations]).toEqual([[ids.get(sn)], [station.id]]);
  const row = await platform.db
    .selectFrom('devices')
    .selectAll()
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    kind: 'weather',
    stationId: station.id,
    organisationId: station.organisationId,
  });
  const state = await platform.db
    .selectFrom('deviceStates')
    .select('status')
    .where('deviceId', '=', row.id)
    .executeTakeFirst();
  expect(state?.status).toBe('connecting');
});

test('where all are there already, nothing is announced', async () => {
  const station = await makeStation(platform);
  const sn = newSn();
  const first = await ensure(station, [sn]);
  await platform.changes.catchUp();
  const heard = announcements();
  expect(await ensure(station, [sn])).toEqual(first);
  await platform.changes.catchUp();
  heard.end();
  expect([heard.devices, heard.stations]).toEqual([[], []]);
});

test('a device that reports unbound is taken in with its history', async () => {
  const station = await makeStation(platform);
  const loose = await makeDevice(platform, { sn: newSn(), kind: 'meter' });
  expect((await ensure(station, [loose.sn])).get(loose.sn)).toBe(loose.id);
});

test('with one that belongs elsewhere none is added', async () => {
  const station = await makeStation(platform);
  const foreign = await makeDevice(platform, { sn: newSn(), stationId: (await makeStation(platform)).id });
  const sn = newSn();
  await expect(ensure(station, [sn, foreign.sn])).rejects.toMatchObject({ key: 'snTaken' });
  expect(await platform.db.selectFrom('devices').select('id').where('sn', '=', sn).execute()).toEqual([]);
});

test('a file that names a serial number does not bind the device that reports with it', async () => {
  const station = await makeStation(platform);
  const { sn } = await makeDevice(platform, { sn: newSn(), ...storeDeviceSecret('of its owner') });
  await expect(ensure(station, [sn])).rejects.toMatchObject({ key: 'snTaken' });
  expect(await devicesElsewhere(platform.db, station, [sn])).toEqual([sn]);
});

test('elsewhere is: at another station, or reporting for another organisation', async () => {
  const station = await makeStation(platform);
  const theirs = await makeOrganisation(platform);
  const make = async (values: object) => (await makeDevice(platform, { sn: newSn(), ...values })).sn;
  const here = await make({ stationId: station.id });
  const loose = await make({});
  const looseOfOurs = await make({ organisationId: station.organisationId });
  const looseOfTheirs = await make({ organisationId: theirs.id });
  const bound = await make({ stationId: (await makeStation(platform)).id });
  const sns = [here, loose, looseOfOurs, looseOfTheirs, bound, newSn()];
  expect((await devicesElsewhere(platform.db, station, sns)).toSorted()).toEqual(
    [looseOfTheirs, bound].toSorted(),
  );
  expect(await devicesElsewhere(platform.db, station, [])).toEqual([]);
});

test('lists of serial numbers in files do not tell which of them exist', async () => {
  const station = await makeStation(platform);
  const { id: userId } = await makeUser(platform, { organisationId: station.organisationId });
  const taken: string[] = [];
  for (let n = 0; n < 14; n += 1)
    taken.push((await makeDevice(platform, { sn: newSn(), stationId: (await makeStation(platform)).id })).sn);
  const own = await makeDevice(platform, { sn: newSn(), stationId: station.id });
  const ask = (sns: string[]) => nameElsewhere(platform, { station, sns, userId });
  const first = await ask([own.sn, ...taken.slice(0, 4), newSn()]);
  expect([first.named.toSorted(), first.silent]).toEqual([taken.slice(0, 4).toSorted(), false]);
  const second = await ask(taken.slice(4));
  expect([second.named.length, second.silent]).toEqual([6, true]);
  expect(await ask([newSn()])).toEqual({ named: [], silent: true });
  expect(await ask([taken[0]!])).toEqual({ named: [], silent: true });
  expect(await ask([own.sn])).toEqual({ named: [], silent: false });
  const denied = await platform.db
    .selectFrom('auditLog')
    .select('objectId')
    .where('userId', '=', userId)
    .execute();
  expect(denied).toHaveLength(10);
});

test('nothing is added to a station that another organisation has meanwhile', async () => {
  const station = await makeStation(platform);
  const { id } = await makeOrganisation(platform);
  await platform.db
    .updateTable('stations')
    .set({ organisationId: id })
    .where('id', '=', station.id)
    .execute();
  const sn = newSn();
  await expect(ensure(station, [sn])).rejects.toMatchObject({ key: 'stationNotFound' });
  const added = await platform.db.selectFrom('devices').select('id').where('sn', '=', sn).executeTakeFirst();
  expect(added).toBeUndefined();
});
