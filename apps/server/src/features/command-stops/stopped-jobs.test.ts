import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { COOLING_OFF_MS } from '../accounts/index.ts';
import { eraseDue } from '../cancellation/index.ts';
import { expireEnded } from '../ended-stations/index.ts';
import { expireUnknown } from '../unknown-devices/index.ts';

// What jobs of the server would take out of an organisation that the platform stopped waits, and ends none of them.

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const DAY = 86_400_000;
const stop = (organisationId: number) =>
  db
    .insertInto('commandRules')
    .values({
      organisationId,
      stoppedAt: new Date(clock.now()),
      stopReason: 'Look first',
      stoppedByPlatform: true,
    })
    .execute();
const lift = (organisationId: number) =>
  db.deleteFrom('commandRules').where('organisationId', '=', organisationId).execute();
const rowOf = (table: 'stations' | 'devices' | 'users', id: number) =>
  db.selectFrom(table).select('organisationId').where('id', '=', id).executeTakeFirst();

async function personal() {
  const { id: organisationId } = await makeOrganisation(platform);
  const type = { type: 'personal' } as const;
  await db.updateTable('organisations').set(type).where('id', '=', organisationId).execute();
  const owner = await makeUser(platform, { role: 'owner', organisationId, accountType: 'personal' });
  return { organisationId, owner };
}

async function stationIn(organisationId: number, values: object = {}) {
  const station = await makeStation(platform, { organisationId, ...values });
  const device = await makeDevice(platform, { organisationId, stationId: station.id });
  return { station, device };
}

const leaves = (id: number, cancelChoices: object[] = []) =>
  db
    .updateTable('users')
    .set({
      cancelRequestedAt: new Date(clock.now() - COOLING_OFF_MS),
      cancelChoices: JSON.stringify(cancelChoices),
    })
    .where('id', '=', id)
    .execute();

test('a station that ended stays until its stop is lifted, and keeps no other one', async () => {
  const [stopped, free] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const ended = { endedAt: new Date(clock.now() - LIMITS.endedStationMs) };
  const [held, gone] = [await stationIn(stopped.id, ended), await stationIn(free.id, ended)];
  await stop(stopped.id);
  await expireEnded(platform);
  expect(await rowOf('stations', held.station.id)).toEqual({ organisationId: stopped.id });
  expect(await rowOf('devices', held.device.id)).toEqual({ organisationId: stopped.id });
  expect(await rowOf('stations', gone.station.id)).toBeUndefined();
  await lift(stopped.id);
  await expireEnded(platform);
  expect(await rowOf('stations', held.station.id)).toBeUndefined();
});

test('a station that is being deleted as a stop comes stays', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const ended = { endedAt: new Date(clock.now() - LIMITS.endedStationMs) };
  const { station, device } = await stationIn(organisationId, ended);
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE changes IN SHARE MODE');
  const expiring = expireEnded(platform);
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
  await stop(organisationId);
  await gate.query('COMMIT');
  gate.release();
  await expiring;
  expect(await rowOf('stations', station.id)).toEqual({ organisationId });
  expect(await rowOf('devices', device.id)).toEqual({ organisationId });
  await lift(organisationId);
});

test('an account whose stations are to be deleted waits to be erased, and the next one does not', async () => {
  const [stopped, free] = [await personal(), await personal()];
  const { station, device } = await stationIn(stopped.organisationId, { ownerId: stopped.owner.id });
  await leaves(stopped.owner.id, [{ stationId: station.id, fate: 'delete' }]);
  await leaves(free.owner.id);
  await stop(stopped.organisationId);
  await eraseDue(platform);
  expect(await rowOf('users', stopped.owner.id)).toBeDefined();
  expect(await rowOf('users', free.owner.id)).toBeUndefined();
  expect(await rowOf('devices', device.id)).toEqual({ organisationId: stopped.organisationId });
  await lift(stopped.organisationId);
  await eraseDue(platform);
  expect(await rowOf('users', stopped.owner.id)).toBeUndefined();
  expect(await rowOf('devices', device.id)).toEqual({ organisationId: null });
});

test('a station of somebody else goes from the own organisation of who leaves once its stop is lifted, and none while one comes', async () => {
  const [host, guest] = [await personal(), await personal()];
  const { station } = await stationIn(host.organisationId, { ownerId: guest.owner.id });
  await leaves(host.owner.id);
  await stop(host.organisationId);
  await eraseDue(platform);
  expect(await rowOf('stations', station.id)).toEqual({ organisationId: host.organisationId });
  await lift(host.organisationId);
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE verification_codes IN SHARE MODE');
  const erasing = eraseDue(platform);
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
  await stop(host.organisationId);
  await gate.query('COMMIT');
  gate.release();
  await erasing;
  expect(await rowOf('stations', station.id)).toEqual({ organisationId: host.organisationId });
  await lift(host.organisationId);
  await eraseDue(platform);
  expect(await rowOf('stations', station.id)).toEqual({ organisationId: guest.organisationId });
  expect(await rowOf('users', host.owner.id)).toBeUndefined();
});

test('a silent device that a key brought stays with its organisation', async () => {
  const [stopped, free] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const silent = {
    firstSeenAt: new Date(clock.now() - 40 * DAY),
    createdAt: new Date(clock.now() - 40 * DAY),
  };
  const held = await makeDevice(platform, { organisationId: stopped.id, ...silent });
  const gone = await makeDevice(platform, { organisationId: free.id, ...silent });
  await stop(stopped.id);
  await expireUnknown(platform);
  expect(await rowOf('devices', held.id)).toEqual({ organisationId: stopped.id });
  expect(await rowOf('devices', gone.id)).toBeUndefined();
  await lift(stopped.id);
  await expireUnknown(platform);
  expect(await rowOf('devices', held.id)).toBeUndefined();
});
