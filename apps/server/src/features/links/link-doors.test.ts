import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { createLinkDoors } from './index.ts';

const platform = await testPlatform();
const doors = createLinkDoors(platform);
afterAll(async () => {
  doors.stop();
  await platform.stop();
});

/** Whether a connection may be. */
const judged = async (...asked: Parameters<typeof doors.connected>) =>
  (await doors.connected(...asked)) !== false;

const HOME = '198.51.100.7';
const tooOften = { key: 'tooManyRequests' };

async function plant() {
  const { id: organisationId } = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId });
  const { id } = await makeDevice(platform, { kind: 'logger', stationId: station.id, organisationId });
  const come = (address: string, connection: string = randomUUID()) =>
    judged(id, { connection, address, replaces: async () => false });
  const set = (values: { allowedNetworks?: string[]; trustedNetwork?: string }) =>
    platform.db.updateTable('loggerConnections').set(values).where('deviceId', '=', id).execute();
  const link = () =>
    platform.db
      .selectFrom('loggerConnections')
      .selectAll()
      .where('deviceId', '=', id)
      .executeTakeFirstOrThrow();
  return { id, come, set, link };
}

/** Locks the row of a logger, as one that is being judged does. Whatever touches it waits until the answer is called. */
async function lock({ id }: { id: number }) {
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = platform.db.transaction().execute(async (trx) => {
    await sql`SELECT 1 FROM logger_connections WHERE device_id = ${id} FOR UPDATE`.execute(trx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const free = async () => {
    gate.resolve();
    await done;
  };
  onTestFinished(free);
  return free;
}

/** Judgements that wait for a row. */
async function blocked(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(platform.db);
  return rows[0]!.n;
}

test('six connections a minute from one network are judged, thirty from all, and those of the trusted one besides', async () => {
  const { come, set } = await plant();
  expect(await come(HOME)).toBe(true);
  await set({ trustedNetwork: '198.51.100.0/24' });
  for (let net = 1; net <= 4; net += 1) {
    for (let n = 0; n < 6; n += 1) expect(await come(`203.0.${net}.${n}`)).toBe(true);
    await expect(come(`203.0.${net}.9`)).rejects.toMatchObject(tooOften);
  }
  for (let net = 10; net < 15; net += 1) expect(await come(`203.0.${net}.1`)).toBe(true);
  await expect(come('203.0.15.1')).rejects.toMatchObject(tooOften);
  for (let n = 1; n < 6; n += 1) expect(await come(HOME)).toBe(true);
  await expect(come(HOME)).rejects.toMatchObject(tooOften);
  platform.clock.advance(60_000);
  expect(await come(HOME)).toBe(true);
});

test('somebody who counts serial numbers up takes few sticks over within a minute, and they themselves come in', async () => {
  const plants = await Promise.all(Array.from({ length: 31 }, plant));
  for (const { come, set } of plants) {
    await come(HOME);
    await set({ trustedNetwork: '198.51.100.0/24' });
    // Now the door knows it.
    await come(HOME);
  }
  const [last, ...others] = plants;
  for (const { come } of others) expect(await come('203.0.77.1')).toBe(true);
  await expect(last!.come('203.0.77.2')).rejects.toMatchObject(tooOften);
  expect(await last!.come(HOME)).toBe(true);
  expect(await last!.come('203.0.78.1')).toBe(true);
  platform.clock.advance(60_000);
  expect(await last!.come('203.0.77.2')).toBe(true);
});

test('an address that is not allowed is sent away from memory and uses up nothing of what the stick needs', async () => {
  const { id, come, set } = await plant();
  expect(await come(HOME)).toBe(true);
  await set({ allowedNetworks: ['198.51.100.0/24'] });
  platform.bus.publish('deviceChanged', { deviceId: id });
  expect(await come('203.0.113.1')).toBe(false);
  const free = await lock({ id });
  for (let n = 0; n < 1000; n += 1) expect(await come(`203.0.${n % 200}.1`)).toBe(false);
  await free();
  expect(await come(HOME)).toBe(true);
  await set({ allowedNetworks: ['203.0.0.0/16'] });
  platform.bus.publish('deviceChanged', { deviceId: id });
  expect(await come('203.0.7.1')).toBe(true);
});

test('connections of many sticks that wait for their rows take two connections of the database and leave the others to people', async () => {
  const plants = await Promise.all(Array.from({ length: 5 }, plant));
  for (const { come } of plants) await come(HOME);
  const frees = [];
  for (const one of plants) frees.push(await lock(one));
  const waiting = plants.map(({ come }) => come(HOME));
  await expect(plants[0]!.come(HOME)).rejects.toMatchObject(tooOften);
  await vi.waitUntil(async () => (await blocked()) === 2);
  expect(await blocked()).toBe(2);
  await Promise.all(frees.map((free) => free()));
  expect(await Promise.all(waiting)).toEqual([true, true, true, true, true]);
});

/** Sticks of one sender that wait at the door, since the rows of two that are judged are locked. */
async function crowd(network: string, size: number) {
  const { id: organisationId } = await makeOrganisation(platform);
  const sticks = await Promise.all(
    Array.from({ length: size }, () => makeDevice(platform, { kind: 'logger', organisationId })),
  );
  const come = ({ id }: { id: number }) =>
    judged(id, { connection: randomUUID(), address: `${network}.1`, replaces: async () => false });
  const [first, second, ...others] = sticks;
  const frees: (() => Promise<void>)[] = [];
  for (const one of [first!, second!]) {
    await come(one);
    frees.push(await lock(one));
  }
  const waiting = [first!, second!, ...others].map(come);
  return { waiting, free: () => Promise.all(frees.map((free) => free())) };
}

test('a network has 64 connections waiting, and its connection with the serial number of another one keeps that one from nothing', async () => {
  const victim = await plant();
  const { waiting, free } = await crowd('203.0.113', 65);
  const stranger = victim.come('203.0.113.2');
  await expect(victim.come('203.0.113.3')).rejects.toMatchObject(tooOften);
  const own = victim.come(HOME);
  await free();
  expect(await own).toBe(true);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
  expect(await stranger).toBe(true);
});

test('a connection that ended while it waited is not judged', async () => {
  const { id, come, link } = await plant();
  await come(HOME, 'first');
  const { waiting, free } = await crowd('203.0.115', 2);
  const gone = come(HOME, 'second');
  await doors.disconnected(id, 'never');
  const ended = doors.disconnected(id, 'second');
  await free();
  await Promise.all([...waiting, ended]);
  expect(await gone).toBe(false);
  expect(await link()).toMatchObject({ connection: 'first' });
});

test('a list of addresses is read again when it is old, and what it refuses waits at no door', async () => {
  const { id, come, set } = await plant();
  await come(HOME);
  await set({ allowedNetworks: ['198.51.100.0/24'] });
  platform.bus.publish('deviceChanged', { deviceId: id });
  expect(await come(HOME)).toBe(true);
  platform.clock.advance(61_000);
  const { waiting, free } = await crowd('203.0.114', 3);
  expect(await come('203.0.114.2')).toBe(false);
  const own = come(HOME);
  await free();
  expect(await own).toBe(true);
  await Promise.all(waiting);
});

test('the end of a connection that was never let in writes nothing; the end of one that is being judged is noted after it', async () => {
  const { id, come, link } = await plant();
  await come(HOME, 'first');
  const free = await lock({ id });
  const judged = come(HOME, 'second');
  await vi.waitUntil(async () => (await blocked()) === 1);
  const ended = doors.disconnected(id, 'second');
  await doors.disconnected(id, 'never');
  await free();
  expect(await judged).toBe(true);
  await ended;
  expect(await link()).toMatchObject({ connection: 'second', open: false });
});
