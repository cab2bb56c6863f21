import { LIMITS, type FirmwareUpgradeDevice } from '@sunfleet/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { beginUpgrade } from '../../../../test/begin-upgrade.ts';
import { everyKind } from '../../../../test/every-kind.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { FAULTS, openFleet, releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { registerProposalsRoutes } from '../../proposals/index.ts';
import { withinWindow, workRuns } from '../../runs/index.ts';
import { claimDevices } from '../../runs/run-rows.queries.ts';
import { takeFirmware } from '../../../gateway/mqtt/take-firmware.ts';
import { createImageDoor, registerFirmwareRoutes } from '../index.ts';
import { retryUpgrade } from './direct-upgrade.ts';
import { settleUpgrades } from './settle-upgrades.ts';
import { createUpgradeScript } from './upgrade-script.ts';
import { workUpgrades } from './work-upgrades.ts';

const platform = await testPlatform({
  SUNFLEET_COMMANDS_PER_PERSON: '10000',
  SUNFLEET_COMMANDED_DEVICES_PER_PERSON: '10000',
  SUNFLEET_COMMANDS_PER_ORGANISATION: '10000',
});
const { db, clock } = platform;
const api = await openApi(platform, (server, parts) => {
  registerFirmwareRoutes(server, parts);
  registerProposalsRoutes(server);
});
const { server, someone } = api;
const firmware = await releaseFirmware(platform);
afterAll(() => server.app.close().then(() => platform.stop()));

type Member = Awaited<ReturnType<typeof openFleet>>['members'][number];
type Faults = Parameters<typeof openFleet>[2]['faults'];

async function plant(faults: Faults) {
  const person = await someone('installer');
  const fleet = await openFleet(platform, api, { organisationId: person.organisationId!, faults });
  for (const { id, fault } of fleet.members) if (fault === 'noReply') silent.add(id);
  const context = async (): Promise<RequestContext> => ({
    actor: (await findUserActor(db, { userId: person.user.id, at: clock.now() }))!,
    address: null,
    language: 'en-US',
    bearer: '',
  });
  const start = async (body: object = {}): Promise<number> =>
    (
      await beginUpgrade(platform, await context(), {
        firmwareId: firmware.id,
        sns: fleet.sns,
        ...body,
      })
    ).id;
  const rows = async (id: number): Promise<FirmwareUpgradeDevice[]> =>
    (await person.get(`/firmware-upgrades/${id}/devices?pageSize=200`)).data.rows;
  const states = async (id: number) =>
    new Map((await rows(id)).map(({ device, state, failure }) => [device.sn, [state, failure]]));
  return { ...person, fleet, start, context, rows, states };
}

const scripts = { firmware: withinWindow(platform, createUpgradeScript(platform)) };

/** Devices that say nothing. */
const silent = new Set<number>();

/** One server at work, until nothing is open. */
async function workOne(signal: AbortSignal): Promise<void> {
  const upgrades = workUpgrades(platform, signal, { lookMs: 10 }).then(() => true);
  const tell = async (): Promise<void> => {
    await workRuns(platform, { ...everyKind(never), ...scripts }, signal);
    if (!(await Promise.race([upgrades, soon(20)]))) return tell();
  };
  await Promise.all([upgrades, tell()]);
}

/** Works until nothing is open; who says nothing is waited for by the clock. */
async function work(servers = 1) {
  const controller = new AbortController();
  const { signal } = controller;
  const all = Promise.all(Array.from({ length: servers }, () => workOne(signal))).then(() => true);
  for (;;) {
    const { rows } = await platform.pool.query<{ device_id: string; began_at: Date }>(
      `SELECT device_id, began_at FROM firmware_upgrade_devices one JOIN firmware_upgrades upgrade ON upgrade.id = one.upgrade_id
        WHERE upgrade.ended_at IS NULL AND one.ended_at IS NULL AND one.run_id IS NOT NULL AND (one.state = 'transferring' OR one.device_id <> ALL($1))`,
      [[...silent]],
    );
    // Once: a slow database tells late that the time of a device is over.
    const waits = (began: Date) => clock.now() - began.getTime() < 31 * 60_000;
    if (rows.length > 0 && rows.every((row) => silent.has(Number(row.device_id)) && waits(row.began_at)))
      clock.set(clock.now() + 31 * 60_000);
    if (await Promise.race([all, soon(20)])) return;
  }
}

/** A server that was killed. */
const GONE = randomUUID();

const soon = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
const never = () => Promise.reject(new Error('no such run here'));

test('each fault ends in the open: with the new version, or with words and the old one', async () => {
  const { fleet, start, states, rows, post, get, context } = await plant(FAULTS);
  const id = await start({ mostFailed: 100 });
  await work(2);
  await fleet.idle();
  const ended = await states(id);
  const byFault = Object.fromEntries(fleet.members.map(({ sn, fault }) => [fault ?? 'none', ended.get(sn)]));
  expect(byFault).toEqual({
    none: ['succeeded', null],
    powerCut: ['succeeded', null],
    linkCut: ['succeeded', null],
    slow: ['succeeded', null],
    wrongChecksum: ['failed', 'wrongChecksum'],
    noReply: ['timedOut', 'silent'],
    badImage: ['rolledBack', 'installFailed'],
  });
  expect(fleet.orders.toSorted()).toEqual(fleet.sns.toSorted());
  expect((await get(`/firmware-upgrades/${id}`)).data).toMatchObject({
    state: 'finished',
    devices: { succeeded: 4, failed: 1, timedOut: 1, rolledBack: 1 },
  });
  // Half an hour later the proof of the session is not fresh any more.
  expect((await post(`/firmware-upgrades/${id}/retry`)).error).toBe('stepUpNeeded');
  await retryUpgrade(platform, await context(), id);
  await work();
  expect(fleet.orders).toHaveLength(fleet.sns.length + 3);
  // Whoever was away for its half hour and comes back with the new version has it.
  const gone = fleet.members.find(({ fault }) => fault === 'noReply');
  await db.updateTable('devices').set({ firmware: '2.0.0' }).where('id', '=', gone!.id).execute();
  await settleUpgrades(platform);
  const late = (await rows(id)).filter((row) => row.late);
  expect(late).toMatchObject([{ device: { sn: gone!.sn }, state: 'succeeded', failure: null }]);
  const [own] = (await get(`/devices/${gone!.id}/firmware-upgrades`)).data.rows;
  expect(own).toMatchObject({ id, late: true, attempt: 2, firmware: { version: '2.0.0' } });
  platform.clock.advance(LIMITS.approvedRunMs + 60_000);
  await expect(retryUpgrade(platform, await context(), id)).rejects.toMatchObject({ key: 'runTooOld' });
  fleet.end();
});

test('a device begins within the hours of its station alone', async () => {
  const { fleet, start, states } = await plant([undefined]);
  const [{ id: deviceId, sn }] = fleet.members as [Member];
  const hour = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('UTC').hour;
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  await sql`UPDATE stations SET time_zone = 'UTC' WHERE id = (SELECT station_id FROM devices WHERE id = ${deviceId})`.execute(
    db,
  );
  const id = await start({ window: { from: at(1), to: at(3) } });
  await settleUpgrades(platform);
  await workRuns(platform, { ...everyKind(never), ...scripts }, new AbortController().signal);
  expect([fleet.orders, (await states(id)).get(sn)]).toEqual([[], ['waiting', null]]);
  clock.set(clock.now() + 60 * 60_000);
  await work();
  expect(fleet.orders).toEqual([sn]);
  fleet.end();
});

test('a canary that fails halts the upgrade before anybody else is touched', async () => {
  const { fleet, start, states, get } = await plant(['wrongChecksum', undefined, undefined, undefined]);
  const id = await start();
  await work();
  expect([...(await states(id)).values()].toSorted()).toEqual([
    ['failed', 'wrongChecksum'],
    ['stopped', null],
    ['stopped', null],
    ['stopped', null],
  ]);
  expect(fleet.orders).toEqual([fleet.sns[0]]);
  expect((await get(`/firmware-upgrades/${id}`)).data.state).toBe('halted');
  fleet.end();
});

test('who does not fit, is not theirs, or has it already is told so and gets nothing', async () => {
  const { fleet, start, states, post } = await plant([undefined, undefined, undefined, undefined]);
  const [other, low, there] = fleet.members.slice(1);
  await db.updateTable('devices').set({ model: 'SF-L9' }).where('id', '=', other!.id).execute();
  await db.updateTable('deviceStates').set({ signal: 20 }).where('deviceId', '=', low!.id).execute();
  await db.updateTable('devices').set({ firmware: '2.0.0' }).where('id', '=', there!.id).execute();
  const id = await start({ mostFailed: 100 });
  await work();
  const ended = await states(id);
  expect(fleet.sns.map((sn) => ended.get(sn))).toEqual([
    ['succeeded', null],
    ['failed', 'wrongModel'],
    ['failed', 'lowSignal'],
    ['succeeded', null],
  ]);
  expect(fleet.orders).toEqual([fleet.sns[0]]);
  const stranger = await someone('installer');
  const body = { firmwareId: firmware.id, sns: fleet.sns };
  expect((await stranger.post('/firmware-upgrades', body)).error).toBe('deviceNotFound');
  expect((await stranger.get(`/firmware-upgrades/${id}`)).error).toBe('firmwareUpgradeNotFound');
  expect((await stranger.post(`/firmware-upgrades/${id}/stop`)).error).toBe('firmwareUpgradeNotFound');
  expect((await post('/firmware-upgrades', { ...body, firmwareId: 999_999_999 })).error).toBe(
    'firmwareNotFound',
  );
  fleet.end();
});

test('what is withdrawn, unauthorised or whose key is revoked reaches no device', async () => {
  const own = await releaseFirmware(platform);
  const { fleet, post, start, states } = await plant([undefined]);
  const begin = () => start({ firmwareId: own.id });
  const id = await begin();
  await db.updateTable('firmware').set({ everybody: false }).where('id', '=', own.id).execute();
  await work();
  expect((await states(id)).get(fleet.sns[0]!)).toEqual(['failed', 'firmwareGone']);
  await db.updateTable('firmware').set({ everybody: true }).where('id', '=', own.id).execute();
  const second = await begin();
  await db
    .updateTable('firmwareKeys')
    .set({ revokedAt: new Date(), revokedReason: 'Lost' })
    .where('id', '=', own.keyId)
    .execute();
  await work();
  expect((await states(second)).get(fleet.sns[0]!)).toEqual(['failed', 'firmwareGone']);
  expect((await post('/firmware-upgrades', { firmwareId: own.id, sns: fleet.sns })).error).toBe(
    'firmwareKeyRevoked',
  );
  expect(fleet.orders).toEqual([]);
  fleet.end();
});

test('a server that was killed before or after the order left it to another one, and nothing is sent twice', async () => {
  const { fleet, start, states, context } = await plant([undefined]);
  const first = await start();
  await settleUpgrades(platform);
  const gone = () =>
    db
      .updateTable('runDevices')
      .set({ heldUntil: sql<Date>`clock_timestamp() - interval '1 second'` })
      .where('holder', '=', GONE)
      .execute();
  const claim = async () => (await claimDevices(db, { most: 1, holder: GONE, now: clock.now() }))[0]!;
  const deviceId = fleet.members[0]!.id;
  expect(await claim()).toMatchObject({ deviceId });
  await gone();
  await work(2);
  expect((await states(first)).get(fleet.sns[0]!)).toEqual(['succeeded', null]);
  expect(fleet.orders).toHaveLength(1);
  // Of another upgrade the order has left, and its server kept nothing more of it.
  const newer = await releaseFirmware(platform, { version: '3.0.0' });
  const id = await start({ firmwareId: newer.id });
  await settleUpgrades(platform);
  const sent = await claim();
  void createUpgradeScript(platform)({
    ...sent,
    actor: (await context()).actor,
    definition: { upgradeId: id, firmwareId: newer.id, window: null },
    dryRun: false,
    reason: '',
    stationId: null,
    steps: [],
    expiresAt: null,
    signal: new AbortController().signal,
    pause: () => Promise.resolve(),
    keep: () => Promise.resolve(),
    async request(key, request) {
      const idempotencyKey = `run ${sent.runId}/${deviceId}/1/${key}`;
      await platform.links.request(
        { actor: (await context()).actor, deviceId, permission: 'firmware.upgrade' },
        request,
        {
          timeoutMs: 5000,
          idempotencyKey,
        },
      );
      return new Promise(() => undefined);
    },
  });
  await expect.poll(() => fleet.orders.length).toBe(2);
  await gone();
  await work(2);
  expect((await states(id)).get(fleet.sns[0]!)).toEqual(['succeeded', null]);
  expect(fleet.orders).toHaveLength(2);
  fleet.end();
});

test('a transfer is stopped, an installation is not; the token is worth nothing afterwards', async () => {
  const { fleet, start, states, post, context } = await plant(['noReply', 'noReply']);
  const id = await start({ mostFailed: 100 });
  const controller = new AbortController();
  const working = workOne(controller.signal).catch(() => undefined);
  await expect.poll(() => fleet.orders.length).toBe(1);
  await expect.poll(async () => (await states(id)).get(fleet.sns[0]!)?.[0]).toBe('transferring');
  await db
    .updateTable('firmwareUpgradeDevices')
    .set({ state: 'installing' })
    .where('deviceId', '=', fleet.members[0]!.id)
    .execute();
  const to = {
    ...(await context()),
    deviceId: fleet.members[0]!.id,
    permission: 'firmware.upgrade',
  } as const;
  const restart = { type: 'command', name: 'restart', params: {} } as const;
  const reply = await platform.links.request(to, restart, { timeoutMs: 1000 });
  expect(reply).toMatchObject({ failure: 'upgrading', sent: false });
  expect((await post(`/firmware-upgrades/${id}/stop`)).code).toBe(200);
  expect([...(await states(id)).values()].map(([state]) => state).toSorted()).toEqual([
    'installing',
    'stopped',
  ]);
  controller.abort();
  await working;
  await db.updateTable('devices').set({ firmware: '2.0.0' }).where('id', '=', fleet.members[0]!.id).execute();
  await settleUpgrades(platform);
  expect((await states(id)).get(fleet.sns[0]!)).toEqual(['succeeded', null]);
  expect((await post(`/firmware-upgrades/${id}/stop`)).error).toBe('firmwareStepWrong');
  fleet.end();
});

test('an image is given to the device of the token alone, from where it asks on, while the time runs', async () => {
  const { fleet, start } = await plant(['noReply']);
  await start();
  const controller = new AbortController();
  const working = workOne(controller.signal).catch(() => undefined);
  await expect.poll(() => fleet.orders.length).toBe(1);
  const [{ id: deviceId, sn }] = fleet.members as [Member];
  const rightToken = fleet.tokens.get(sn)!;
  const query = 'SELECT request, reply FROM commands WHERE device_id = $1';
  const kept = await platform.pool.query(query, [deviceId]);
  expect(kept.rows).toHaveLength(1);
  expect(JSON.stringify(kept.rows)).not.toContain(rightToken);
  const ask = (sn: string, range: string, token = rightToken) =>
    server.app.inject({
      url: `/api/ingest/v1/${sn}/firmware`,
      headers: { authorization: `Bearer ${token}`, range },
    });
  const first = await ask(sn, 'bytes=0-');
  expect([first.statusCode, first.headers['content-range'], first.rawPayload.length]).toEqual([
    206,
    'bytes 0-262143/600000',
    262_144,
  ]);
  expect((await ask(sn, 'bytes=599000-')).rawPayload.length).toBe(1000);
  expect((await ask('OTHER', 'bytes=0-')).statusCode).toBe(401);
  expect((await ask(sn, 'bytes=0-', 'wrong')).statusCode).toBe(401);
  expect((await ask(sn, 'bytes=600000-')).statusCode).toBe(400);
  expect((await ask(sn, 'lines=1')).statusCode).toBe(400);
  const door = createImageDoor(platform);
  const { upgradeId, attempt } = await db
    .selectFrom('firmwareUpgradeDevices')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow();
  const order = `${upgradeId}/${deviceId}/${attempt}`;
  const say = (of: string, what: object) =>
    takeFirmware(door, { sn: of, organisationCode: 'plant' }, Buffer.from(JSON.stringify(what)));
  expect(JSON.parse((await say(sn, { order, from: 599_990 }))!)).toMatchObject({
    order,
    from: 599_990,
    bytes: 600_000,
  });
  const over = { key: 'firmwareOrderOver' };
  await expect(say('OTHER', { order, from: 0 })).rejects.toMatchObject(over);
  await expect(say(sn, { order: '1/1/1', from: 0 })).rejects.toMatchObject(over);
  await expect(say(sn, { order, from: -1 })).rejects.toMatchObject({ key: 'invalidInput' });
  await expect(say(sn, { order, failure: 'nonsense' })).rejects.toMatchObject({ key: 'invalidInput' });
  // All requests to devices are stopped while the store of files is slow.
  const slow = async function* (...asked: Parameters<typeof platform.files.read>) {
    await sql`INSERT INTO command_rules (stopped_at) VALUES (now())`.execute(db);
    yield* platform.files.read(...asked);
  };
  const files = { ...platform.files, read: slow as unknown as typeof platform.files.read };
  const late = createImageDoor({ ...platform, files });
  const held = late.blockOf({ sn, organisationCode: 'plant' }, order, 599_000);
  await expect(held).rejects.toMatchObject({ key: 'tooManyRequests' });
  await sql`DELETE FROM command_rules`.execute(db);
  clock.set(clock.now() + 31 * 60_000);
  expect((await ask(sn, 'bytes=0-')).statusCode).toBe(401);
  controller.abort();
  await working;
  fleet.end();
});

test('an upgrade begins when a second person approves it', async () => {
  const { fleet, post, get, organisationId } = await plant([undefined]);
  const other = await api.someone('installer', { organisationId });
  const asked = await post('/firmware-upgrades', { firmwareId: firmware.id, sns: fleet.sns });
  expect(asked.error).toBe('secondPersonNeeded');
  const [{ id, digest }] = (await other.get('/proposals')).data;
  expect((await other.post(`/proposals/${id}/accept`, { digest })).code).toBe(200);
  await work();
  expect(fleet.orders).toEqual(fleet.sns);
  fleet.end();
  const [upgrade] = (await other.get(`/firmware-upgrades?firmwareId=${firmware.id}`)).data;
  expect(upgrade).toMatchObject({ state: 'finished', devices: { succeeded: 1 } });
  expect((await get(`/firmware-upgrades/${upgrade.id}`)).data.by.id).toBe(other.user.id);
});
