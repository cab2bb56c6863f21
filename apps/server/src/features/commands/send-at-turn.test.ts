import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import type { Actor } from '../../platform/actor.ts';
import { createDeviceLinks } from '../../platform/links/create-device-links.ts';
import type { DeviceRequest } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { createCommandBook } from '../links/index.ts';
import { registerCommandsRoutes } from './index.ts';

// What is decided when a command has its turn, after it was let in.

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerCommandsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const command: DeviceRequest = { type: 'command', name: 'standby', params: {} };
const book = createCommandBook(platform);

/** An organisation with a device that reports by itself, and somebody who may command it. */
async function firm() {
  const organisation = await makeOrganisation(platform);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const station = await makeStation(platform, { organisationId: organisation.id });
  const first = await makeDevice(platform, { stationId: station.id, organisationId: organisation.id });
  return { organisation, admin, first };
}

const actorOf = async (user: { id: number }): Promise<Actor> =>
  (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() }))!;

/** A command that the gateway may send now, while the database keeps it waiting to be marked; answers whether it left. */
async function whileMarked(
  actor: Actor,
  deviceId: number,
  meanwhile: () => Promise<unknown>,
  request: DeviceRequest = command,
) {
  const links = createDeviceLinks(book);
  let left = false;
  links.serve(async (_sn, _request, { beforeSending }) => {
    const ofDevice = platform.db.selectFrom('commands').select('id').where('deviceId', '=', deviceId);
    const { sending } = await platform.db.transaction().execute(async (trx) => {
      await trx.selectFrom('commands').select('id').where('id', 'in', ofDevice).forUpdate().execute();
      const begun = beforeSending().then(() => true);
      begun.catch(() => undefined);
      await vi.waitFor(async () => expect(await waitingToMark()).toBeGreaterThan(0), 10_000);
      await meanwhile();
      return { sending: begun };
    });
    left = await sending;
    return { ok: true };
  });
  await links.request({ actor, deviceId }, request, { timeoutMs: 20_000 });
  return left;
}

async function waitingToMark(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query ILIKE 'update "commands"%'`.execute(platform.db);
  return rows[0]!.n;
}

test('what is stopped, or no longer allowed, while the database is slow to mark a command, does not leave', async () => {
  const stopped = await firm();
  const actor = await actorOf(stopped.admin);
  const calls = await as(stopped.admin);
  const stop = () =>
    calls.post(`/organisations/${stopped.organisation.id}/commands/stop`, { reason: 'Storm' });
  expect(await whileMarked(actor, stopped.first.id, stop)).toBe(false);

  const demoted = await firm();
  const demote = () =>
    platform.db
      .updateTable('users')
      .set({ role: 'internalReadOnly' })
      .where('id', '=', demoted.admin.id)
      .execute();
  expect(await whileMarked(await actorOf(demoted.admin), demoted.first.id, demote)).toBe(false);
  const free = await firm();
  const nothing = async () => undefined;
  expect(await whileMarked(await actorOf(free.admin), free.first.id, nothing)).toBe(true);
});

test('a device that moved, or was revoked, while its command waited is sent nothing, also where the same person may command it there', async () => {
  const owner = await makeUser(platform, { role: 'owner' });
  const mine = async () => {
    const organisation = await makeOrganisation(platform);
    const station = await makeStation(platform, { organisationId: organisation.id, ownerId: owner.id });
    return { stationId: station.id, organisationId: organisation.id };
  };
  const [home, elsewhere] = [await mine(), await mine()];
  const actor = await actorOf(owner);
  const leftAfter = async (change: object) => {
    const device = await makeDevice(platform, home);
    const meanwhile = () =>
      platform.db.updateTable('devices').set(change).where('id', '=', device.id).execute();
    return whileMarked(actor, device.id, meanwhile);
  };
  expect(await leftAfter({ name: 'As before' })).toBe(true);
  expect(await leftAfter(elsewhere)).toBe(false);
  expect(await leftAfter({ stationId: elsewhere.stationId })).toBe(false);
  expect(await leftAfter({ stationId: null, organisationId: null })).toBe(false);
  expect(await leftAfter({ secretRevokedAt: new Date() })).toBe(false);
});

test('a device that came into the place of another one while that one’s command waited, or before it was asked, is sent nothing', async () => {
  const { admin, organisation, first } = await firm();
  const home = { stationId: first.stationId!, organisationId: organisation.id };
  const actor = await actorOf(admin);
  const logger = await makeDevice(platform, { kind: 'logger', ...home });
  const write = { type: 'modbusWrite', slave: 1, fn: 16, addr: 60, words: [1] } as const;
  const behind = () => makeDevice(platform, { profileId: 'deye-string', parentId: logger.id, ...home });
  const leftAfter = async (change: object) => {
    const inverter = await behind();
    const meanwhile = () =>
      platform.db.updateTable('devices').set(change).where('id', '=', inverter.id).execute();
    const left = await whileMarked(actor, inverter.id, meanwhile, write);
    // Nothing else of its family has the same address when the next one is asked.
    await platform.db.deleteFrom('devices').where('id', '=', inverter.id).execute();
    return left;
  };
  expect(await leftAfter({ name: 'As before' })).toBe(true);
  expect(await leftAfter({ sn: 'SUCCESSOR-1' })).toBe(false);

  const { id: deviceId, sn } = await behind();
  const links = createDeviceLinks(book);
  links.serve((_sn, _request, { beforeSending }) => beforeSending().then(() => ({ ok: true })));
  const asked = (of: string) => links.request({ actor, deviceId, sn: of }, write, { timeoutMs: 5000 });
  expect(await asked(sn)).toMatchObject({ ok: true });
  expect(await asked('SUCCESSOR-1')).toMatchObject({ failure: 'notAllowed', sent: false, command: null });
});

test('what somebody asked by a session or an API key that has ended meanwhile is not sent', async () => {
  const { admin, first } = await firm();
  const actor = await actorOf(admin);
  await as(admin);
  const session = await platform.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', admin.id)
    .executeTakeFirstOrThrow();
  const key = await platform.db
    .insertInto('apiKeys')
    .values({
      userId: admin.id,
      name: 'x',
      prefix: 'sfa_x',
      keyHash: randomBytes(32),
      permissions: ['parameters.write'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const access = { scope: 'organisation', permissions: new Set(['parameters.write'] as const) } as const;
  const asked = async (by: Partial<Actor>, end: () => Promise<unknown>) => {
    const links = createDeviceLinks(book);
    let left = 0;
    links.serve(async (_sn, _request, { beforeSending }) => {
      await end();
      await beforeSending();
      left += 1;
      return { ok: true };
    });
    await links.request({ actor: { ...actor, ...by }, deviceId: first.id }, command, { timeoutMs: 5000 });
    return left;
  };
  const nothing = async () => undefined;
  const bySession = { sessionId: session.id };
  const byKey = { apiKeyId: key.id, access };
  expect([await asked(bySession, nothing), await asked(byKey, nothing)]).toEqual([1, 1]);
  const endSession = () => platform.db.deleteFrom('sessions').where('id', '=', session.id).execute();
  const endKey = () => platform.db.deleteFrom('apiKeys').where('id', '=', key.id).execute();
  expect([await asked(bySession, endSession), await asked(byKey, endKey)]).toEqual([0, 0]);
});
