import { randomUUID } from 'node:crypto';
import { COMMAND_LIMITS } from '@sunfleet/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { faultRecording } from '../../../../simulator/src/links/answer-recording.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { createDeviceLinks } from '../../platform/links/create-device-links.ts';
import type { DeviceRequest } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { createCommandBook } from '../links/index.ts';
import { registerCommandsRoutes } from './index.ts';

const platform = await testPlatform({
  SUNFLEET_COMMANDS_PER_PERSON: '5',
  SUNFLEET_COMMANDED_DEVICES_PER_PERSON: '3',
  SUNFLEET_COMMANDS_PER_ORGANISATION: '8',
  SUNFLEET_DEVICE_READS_PER_PERSON: '12',
});
const { server, as, someone } = await openApi(platform, registerCommandsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});
beforeEach(async () => {
  platform.clock.advance(2 * HOUR);
  await platform.db.deleteFrom('commandRules').execute();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const command: DeviceRequest = { type: 'command', name: 'standby', params: {} };
const read: DeviceRequest = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 };
const none = Object.fromEntries(COMMAND_LIMITS.map((name) => [name, null]));

type Made = { id: number };

/** An organisation with devices that report by themselves, and somebody who may command them. */
async function firm(devices = 1, parent?: Parameters<typeof makeOrganisation>[1]) {
  const organisation = await makeOrganisation(platform, parent);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const station = await makeStation(platform, { organisationId: organisation.id });
  const home = { stationId: station.id, organisationId: organisation.id };
  const made: Made[] = [];
  for (let nth = 0; nth < devices; nth += 1) made.push(await makeDevice(platform, home));
  return { organisation, admin, station, devices: made, first: made[0]! };
}

const actorOf = async (user: Made): Promise<Actor> =>
  (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() }))!;

const book = createCommandBook(platform);

const clearAs = (actor: Actor, device: Made, request: DeviceRequest = command) =>
  book.open({
    to: { actor, deviceId: device.id },
    request,
    timeoutMs: 1000,
    idempotencyKey: randomUUID(),
  });

const clear = async (user: Made, device: Made, request: DeviceRequest = command) =>
  clearAs(await actorOf(user), device, request);

/** What became of so many requests: `sent`, or why not. */
async function fates(user: Made, devices: readonly Made[], request: DeviceRequest = command) {
  const all: string[] = [];
  for (const device of devices) {
    const decided = await clear(user, device, request);
    all.push('failure' in decided ? decided.failure : 'sent');
  }
  return all;
}

const times = (n: number, device: Made) => Array.from({ length: n }, () => device);

test('a stolen account cannot command more than N devices an hour, nor send more than N commands', async () => {
  const { admin, devices, first } = await firm(4);
  expect(await fates(admin, devices)).toEqual(['sent', 'sent', 'sent', 'limited']);
  expect(await fates(admin, times(3, first))).toEqual(['sent', 'sent', 'limited']);
  platform.clock.advance(HOUR);
  expect(await fates(admin, [devices[3]!])).toEqual(['sent']);
});

test('a refused request says when the next one may be sent', async () => {
  const { admin, first } = await firm();
  const began = platform.clock.now();
  for (let nth = 0; nth < 5; nth += 1) {
    expect(await clear(admin, first)).toMatchObject({ sn: expect.any(String) });
    platform.clock.advance(MINUTE);
  }
  expect(await clear(admin, first)).toEqual({ failure: 'limited', goesOnAt: began + HOUR });
  platform.clock.set(began + HOUR - 1);
  expect(await fates(admin, [first])).toEqual(['limited']);
  platform.clock.set(began + HOUR);
  expect(await fates(admin, times(2, first))).toEqual(['sent', 'limited']);
});

test('requests that are decided at the same moment on several servers do not slip past a limit', async () => {
  const { admin, first } = await firm();
  const decided = await Promise.all(Array.from({ length: 10 }, () => clear(admin, first)));
  expect(decided.filter((one) => !('failure' in one))).toHaveLength(5);
});

test('many accounts together cannot send an organisation more than its limit; the server itself counts, too', async () => {
  const { organisation, admin, first } = await firm();
  const second = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  expect(await fates(admin, times(5, first))).toEqual(times(5, first).map(() => 'sent'));
  expect(await fates(second, times(2, first))).toEqual(['sent', 'sent']);
  const asServer = () => clearAs(systemActor, first);
  expect(await asServer()).not.toHaveProperty('failure');
  expect(await asServer()).toHaveProperty('failure', 'limited');
  expect(await fates(second, [first])).toEqual(['limited']);
});

test('reads of people have a limit of their own, and those of the server none', async () => {
  const { admin, first } = await firm();
  await fates(admin, times(6, first));
  expect(await fates(admin, times(13, first), read)).toEqual([
    ...times(12, first).map(() => 'sent'),
    'limited',
  ]);
  const asServer = await clearAs(systemActor, first, read);
  expect(asServer).not.toHaveProperty('failure');
});

test('what may not be sent anyway does not count', async () => {
  const [{ admin, first }, other] = [await firm(), await firm()];
  expect(await fates(admin, times(6, other.first))).toEqual(times(6, first).map(() => 'notAllowed'));
  expect(await fates(admin, [first])).toEqual(['sent']);
});

test('administrators are told of a limit once an hour, and it stands in the log', async () => {
  const { organisation, admin, first } = await firm();
  const platformAdmin = await makeUser(platform, { role: 'platformAdmin' });
  await fates(admin, times(8, first));
  const messages = await platform.db
    .selectFrom('outbox')
    .select(['recipient', 'template'])
    .where('recipient', 'in', [admin.email, platformAdmin.email])
    .execute();
  expect(messages.map(({ recipient }) => recipient).toSorted()).toEqual(
    [admin.email, platformAdmin.email].toSorted(),
  );
  expect(new Set(messages.map(({ template }) => template))).toEqual(new Set(['requestsLimited']));
  const entries = await platform.db
    .selectFrom('auditLog')
    .select(['userId', 'after'])
    .where('action', '=', 'commands.limit')
    .where('organisationId', '=', organisation.id)
    .execute();
  expect(entries).toEqual([
    { userId: admin.id, after: expect.objectContaining({ limit: 'writesPerPerson', most: 5 }) },
  ]);
});

test('nothing leaves while the switch is off, for anybody, and it works at once', async () => {
  const { admin, first } = await firm();
  const operator = await someone('platformAdmin');
  const left: string[] = [];
  const links = createDeviceLinks(book);
  links.serve((sn) => {
    left.push(sn);
    return Promise.resolve({ ok: true });
  });
  const send = async (request: DeviceRequest, actor: Actor) =>
    links.request({ actor, deviceId: first.id }, request, { timeoutMs: 1000 });
  const actor = await actorOf(admin);
  expect(await send(command, actor)).toMatchObject({ ok: true });
  expect((await operator.post('/commands/stop', { reason: 'Firmware goes mad' })).code).toBe(200);
  const stopped = { ok: false, sent: false, failure: 'stopped', command: null };
  expect([await send(command, actor), await send(read, actor), await send(command, systemActor)]).toEqual([
    stopped,
    stopped,
    stopped,
  ]);
  expect(left).toHaveLength(1);
  const { data } = await operator.get('/commands');
  expect(data.stopped).toMatchObject({ reason: 'Firmware goes mad', byPlatform: true });
});

test('what has waited for its turn is not sent once the switch is off, or the right to it is gone', async () => {
  const { admin, first, organisation } = await firm();
  const calls = await as(admin);
  const links = createDeviceLinks(book);
  const turn = Promise.withResolvers<undefined>();
  const waits = Promise.withResolvers<undefined>();
  let left = 0;
  links.serve(async (_sn, _request, { beforeSending }) => {
    waits.resolve(undefined);
    await turn.promise;
    await beforeSending();
    left += 1;
    return { ok: true };
  });
  const reply = links
    .request({ actor: await actorOf(admin), deviceId: first.id }, command, { timeoutMs: 1000 })
    .catch((error: unknown) => error);
  await waits.promise;
  const stop = await calls.post(`/organisations/${organisation.id}/commands/stop`, { reason: 'Storm' });
  expect(stop.code).toBe(200);
  turn.resolve(undefined);
  await reply;
  expect(left).toBe(0);
});

test('an organisation stops its own devices and those of tight ones below it, and nobody else’s', async () => {
  const upper = await firm();
  const lower = await firm(1, upper.organisation);
  const other = await firm();
  const calls = await as(upper.admin);
  const path = `/organisations/${upper.organisation.id}/commands`;
  expect((await calls.post(`${path}/stop`, { reason: 'Works on the grid' })).code).toBe(200);
  expect(await fates(upper.admin, [upper.first, lower.first])).toEqual(['stopped', 'stopped']);
  expect(await fates(other.admin, [other.first])).toEqual(['sent']);
  const below = await as(lower.admin);
  const { data } = await below.get(`/organisations/${lower.organisation.id}/commands`);
  expect(data).toMatchObject({ stopped: null, stoppedAbove: { reason: 'Works on the grid' } });
  const { data: notices } = await below.get('/commands/stopped');
  expect(notices).toMatchObject([
    { organisation: { id: upper.organisation.id }, reason: 'Works on the grid' },
  ]);
  expect((await (await as(other.admin)).get('/commands/stopped')).data).toEqual([]);
  const { stopped } = (await calls.get(path)).data;
  expect((await calls.post(`${path}/resume`, { reason: 'Done', stoppedAt: stopped.at - 1 })).error).toBe(
    'stopChanged',
  );
  expect((await calls.post(`${path}/resume`, { reason: 'Done', stoppedAt: stopped.at })).code).toBe(200);
  expect(await fates(upper.admin, [upper.first, lower.first])).toEqual(['sent', 'sent']);
});

test('an organisation cannot let go on what the platform stopped', async () => {
  const { organisation, admin, first } = await firm();
  const operator = await someone('platformAdmin');
  const calls = await as(admin);
  const path = `/organisations/${organisation.id}/commands`;
  await operator.post(`${path}/stop`, { reason: 'Stolen accounts' });
  await calls.post(`${path}/stop`, { reason: 'Mine now' });
  const { stopped } = (await calls.get(path)).data;
  const go = { reason: 'Go', stoppedAt: stopped.at };
  expect((await calls.post(`${path}/resume`, go)).error).toBe('noDataPermission');
  expect(await fates(admin, [first])).toEqual(['stopped']);
  expect((await operator.post(`${path}/resume`, go)).code).toBe(200);
});

test('administrators set limits for the platform, and organisations lower ones for their own devices alone', async () => {
  const [one, other] = [await firm(2), await firm()];
  const operator = await someone('platformAdmin');
  const calls = await as(one.admin);
  const path = `/organisations/${one.organisation.id}/commands`;
  const set = await calls.put(`${path}/limits`, { ...none, writesPerPerson: 2 });
  expect(set.data.limits.writesPerPerson).toEqual({ own: 2, usual: 5, now: 2 });
  expect((await calls.put(`${path}/limits`, { ...none, writesPerPerson: 6 })).error).toBe('numberOutOfRange');
  expect(await fates(one.admin, times(3, one.first))).toEqual(['sent', 'sent', 'limited']);
  const { data } = await calls.get(path);
  expect(data.used).toEqual({
    writes: 2,
    reads: 0,
    people: [{ id: one.admin.id, name: one.admin.name, writes: 2, devices: 1, reads: 0 }],
  });
  expect((await operator.put('/commands/limits', { ...none, writesPerPerson: 1 })).code).toBe(200);
  expect(await fates(other.admin, times(2, other.first))).toEqual(['sent', 'limited']);
  expect((await calls.get(path)).data.limits.writesPerPerson).toEqual({ own: 2, usual: 1, now: 1 });
});

test('nobody stops, lets go on or limits what is not theirs, and nobody without a fresh proof', async () => {
  const { organisation, admin } = await firm();
  const other = await as((await firm()).admin);
  const path = `/organisations/${organisation.id}/commands`;
  expect((await other.get(path)).error).toBe('organisationNotFound');
  expect((await other.post(`${path}/stop`, { reason: 'x' })).error).toBe('organisationNotFound');
  expect((await other.put(`${path}/limits`, none)).error).toBe('organisationNotFound');
  expect((await other.post('/commands/stop', { reason: 'x' })).error).toBe('noDataPermission');
  const calls = await as(admin);
  await platform.db.updateTable('sessions').set({ provenAt: null }).where('userId', '=', admin.id).execute();
  expect((await calls.post(`${path}/stop`, { reason: 'x' })).error).toBe('stepUpNeeded');
  expect((await calls.post(`${path}/stop`, { reason: 'x'.repeat(201) })).error).toBe('stepUpNeeded');
});

test('registers are read of devices in scope alone, and what the device answers is the answer', async () => {
  const { admin, station, organisation } = await firm();
  const home = { stationId: station.id, organisationId: organisation.id };
  const logger = await makeDevice(platform, { ...home, kind: 'logger' });
  const device = await makeDevice(platform, { ...home, parentId: logger.id, profileId: 'deye-string' });
  const plain = await makeDevice(platform, home);
  const { admin: stranger } = await firm();
  const body = { fn: 3, addr: 60, count: 2 };
  const ask = async (user: typeof admin, id: number, more: object = body) =>
    (await as(user)).post(`/devices/${id}/registers`, more);
  expect((await ask(stranger, device.id)).error).toBe('deviceNotFound');
  expect((await ask(admin, device.id, { ...body, count: 126 })).error).toBe('invalidInput');
  expect((await ask(admin, device.id, { ...body, addr: 65_535 })).error).toBe('invalidInput');
  expect((await ask(admin, plain.id)).data).toEqual({ ok: false, command: null, failure: 'unsupported' });
  const id = expect.any(Number) as unknown as number;
  expect((await ask(admin, device.id)).data).toEqual({
    ok: false,
    command: { id, state: 'failed' },
    failure: 'notConnected',
  });
  const asked: unknown[] = [];
  const end = platform.links.serve(async (sn, request) => {
    asked.push([sn, request]);
    return { ok: true, words: [7, 65_535] };
  });
  expect((await ask(admin, device.id)).data).toEqual({
    ok: true,
    command: { id, state: 'done' },
    words: [7, 65_535],
  });
  end();
  expect(asked).toEqual([[logger.sn, { type: 'modbusRead', slave: 1, ...body }]]);
});

test('what was sent to a device is listed with who, when and what became of it, for those who may send it', async () => {
  const { admin, station, organisation } = await firm();
  const home = { stationId: station.id, organisationId: organisation.id };
  const logger = await makeDevice(platform, { ...home, kind: 'logger' });
  const device = await makeDevice(platform, { ...home, parentId: logger.id, profileId: 'deye-string' });
  const calls = await as(admin);
  const path = `/devices/${device.id}`;
  const body = { fn: 3, addr: 60, count: 2 };
  await calls.post(`${path}/registers`, body);
  const end = platform.links.serve(async (_sn, _request, { beforeSending }) => {
    await beforeSending();
    return { ok: true, words: [7, 65_535] };
  });
  const once = { ...body, idempotencyKey: 'once' };
  const first = await calls.post(`${path}/registers`, once);
  expect((await calls.post(`${path}/registers`, once)).data).toEqual(first.data);
  expect((await calls.post(`${path}/registers`, { ...once, addr: 61 })).data).toMatchObject({
    ok: false,
    failure: 'keyTaken',
    command: null,
  });
  end();
  const at = platform.clock.now();
  const { data } = await calls.get(`${path}/commands`);
  expect(data).toMatchObject({ total: 2, page: 1 });
  expect(data.rows[0]).toEqual({
    id: first.data.command.id,
    user: { id: admin.id, name: admin.name },
    asked: { type: 'modbusRead', ...body },
    state: 'done',
    at,
    sentAt: at,
    endedAt: at,
    failure: null,
    detail: null,
    words: [7, 65_535],
    result: null,
  });
  expect(data.rows[1]).toMatchObject({ state: 'failed', failure: 'notConnected', sentAt: null, words: null });
  expect((await calls.get(`${path}/commands?page=2&pageSize=1`)).data.rows).toEqual([data.rows[1]]);
  const stranger = await as((await firm()).admin);
  expect((await stranger.get(`${path}/commands`)).error).toBe('deviceNotFound');

  // Whoever has the device next does not see what was asked before.
  const next = await firm();
  const moved = { stationId: next.station.id, organisationId: next.organisation.id, parentId: null };
  await platform.db.updateTable('devices').set(moved).where('id', '=', device.id).execute();
  expect((await (await as(next.admin)).get(`${path}/commands`)).data.rows).toEqual([]);
});

test('a device that records faults is asked for the last one, without a right to write; another one is not asked', async () => {
  const { first, devices, organisation } = await firm(2);
  const viewer = await as(await makeUser(platform, { role: 'installer', organisationId: organisation.id }));
  const attributes = JSON.stringify({ faultRecording: '1' });
  await platform.db.updateTable('devices').set({ attributes }).where('id', '=', first.id).execute();
  const asked: DeviceRequest[] = [];
  const end = platform.links.serve(async (_sn, request, { beforeSending }) => {
    await beforeSending();
    asked.push(request);
    return { ok: true, result: asked.length === 1 ? faultRecording(1_780_000_000_000) : { at: 'never' } };
  });
  const ask = (device: Made) => viewer.post(`/devices/${device.id}/fault-recording`);
  expect((await ask(first)).data).toMatchObject({ recording: { code: 'GRID-OV' }, failure: null });
  expect((await ask(first)).data).toEqual({ recording: null, failure: 'malformed' });
  expect((await ask(devices[1]!)).error).toBe('faultRecordingUnsupported');
  expect(asked).toMatchObject([{ name: 'faultRecording.read' }, { name: 'faultRecording.read' }]);
  const kept = await platform.db
    .selectFrom('commands')
    .select('writes')
    .where('deviceId', '=', first.id)
    .execute();
  expect(kept.map(({ writes }) => writes)).toEqual([false, false]);
  end();
});
