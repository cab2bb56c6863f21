import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import type { DeviceRequest } from '../../platform/links/device-links.ts';
import { storeDeviceSecret } from '../devices/index.ts';
import {
  createCommandBook,
  noteConnection,
  noteEnd,
  readDoubtedLoggers,
  registerLinksRoutes,
} from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerLinksRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOME = '198.51.100.7';
const AWAY = '203.0.113.9';
const read: DeviceRequest = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 };
const notAllowed = { failure: 'notAllowed' };
const write: DeviceRequest = { type: 'modbusWrite', slave: 1, fn: 16, addr: 60, words: [1] };

let connections = 0;

/** What is decided over a request, without the command that is kept of it. */
async function clearRequest(
  parts: typeof platform,
  to: { actor: Actor; deviceId: number },
  request: DeviceRequest,
) {
  const asked = { to, request, timeoutMs: 1000, idempotencyKey: randomUUID() };
  const opened = await createCommandBook(parts).open(asked);
  if (!('id' in opened)) return opened;
  const { id: _, deviceSn: __, ...clearance } = opened;
  return clearance;
}

/** A station with an owner, a logger and an inverter behind it. */
async function plant() {
  const organisation = await makeOrganisation(platform);
  const owner = await makeUser(platform, { role: 'owner', organisationId: organisation.id });
  const station = await makeStation(platform, { organisationId: organisation.id, ownerId: owner.id });
  const home = { stationId: station.id, organisationId: organisation.id };
  const logger = await makeDevice(platform, { kind: 'logger', ...home });
  const inverter = await makeDevice(platform, { profileId: 'deye-string', parentId: logger.id, ...home });
  const calls = await as(owner);
  return {
    ...calls,
    owner,
    home,
    logger,
    inverter,
    async connect(address: string, lives: boolean | 'unknown' = false) {
      const connection = `c${(connections += 1)}`;
      const replaces = lives === 'unknown' ? undefined : lives;
      return {
        connection,
        admitted: (await noteConnection(platform, logger.id, { connection, address, replaces })) !== false,
      };
    },
    link: async () => (await calls.get(`/devices/${logger.id}/connection`)).data,
    trust: (network: string) => calls.post(`/devices/${logger.id}/connection/trust`, { network }),
    clear: (request: DeviceRequest = write, actor: Actor = systemActor) =>
      clearRequest(platform, { actor, deviceId: inverter.id }, request),
    messages: () =>
      platform.db
        .selectFrom('outbox')
        .select(['template', 'body'])
        .where('recipient', '=', owner.email)
        .execute(),
  };
}

/** A plant whose logger a person has confirmed at home. */
async function trustedPlant() {
  const made = await plant();
  const { connection } = await made.connect(HOME);
  expect((await made.trust('198.51.100.0/24')).code).toBe(200);
  return { ...made, connection };
}

test('a logger carries commands once a person has confirmed it, over the connection that was confirmed', async () => {
  const { connect, clear, link, trust, logger } = await plant();
  const { connection } = await connect(HOME);
  expect(await clear()).toEqual({ sn: logger.sn, v5: null });
  expect(await link()).toMatchObject({
    open: true,
    doubt: 'first',
    network: '198.51.100.0/24',
    trustedNetwork: null,
  });
  expect((await trust('203.0.113.0/24')).error).toBe('linkChanged');
  expect((await trust('198.51.100.0/24')).code).toBe(200);
  expect(await clear()).toEqual({ sn: logger.sn, v5: connection });
  expect(await link()).toMatchObject({ doubt: null, trustedNetwork: '198.51.100.0/24' });
  await noteEnd(platform.db, logger.id, connection);
  expect(await clear()).toEqual({ sn: logger.sn, v5: null });
});

test('somebody with the serial number of a stick, in another network, gets no commands; the owner is told once', async () => {
  const { connect, clear, link, logger, messages, home } = await trustedPlant();
  await connect(AWAY, true);
  expect(await clear()).toEqual({ sn: logger.sn, v5: null });
  expect(await clear(read)).toEqual({ sn: logger.sn, v5: null });
  expect(await link()).toMatchObject({ doubt: 'otherNetwork', network: '203.0.113.0/24' });
  expect((await readDoubtedLoggers(platform.db, platform.clock.now())).has(logger.id)).toBe(true);
  await connect('192.0.2.1', true);
  const [told, ...more] = await messages();
  expect([told?.template, told?.body.includes(logger.sn), more]).toEqual(['loggerDoubted', true, []]);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'stationId', 'address'])
    .where('objectId', '=', String(logger.id))
    .where('action', '=', 'devices.doubt')
    .execute();
  expect(log).toEqual([{ action: 'devices.doubt', stationId: home.stationId, address: AWAY }]);
});

test('where no server can be asked, a connection counts as alive while its logger was seen lately', async () => {
  const { connect, link, logger } = await trustedPlant();
  const seen = (lastSeenAt: Date) =>
    platform.db.updateTable('deviceStates').set({ lastSeenAt }).where('deviceId', '=', logger.id).execute();
  await seen(new Date(platform.clock.now() - 3_600_000));
  await connect(HOME, 'unknown');
  expect((await link()).doubt).toBeNull();
  await seen(new Date(platform.clock.now() - 60_000));
  // Its server was killed: nobody holds it any more.
  await connect(HOME, false);
  expect((await link()).doubt).toBeNull();
  await connect(HOME, 'unknown');
  expect((await link()).doubt).toBe('replaced');
});

test('the end of a connection that was replaced does not end the newer one', async () => {
  const { connect, connection, link, logger } = await trustedPlant();
  await connect(HOME, true);
  await noteEnd(platform.db, logger.id, connection);
  expect((await link()).open).toBe(true);
});

test('a logger that is bound to addresses is refused from everywhere else', async () => {
  const { connect, put, logger, link } = await trustedPlant();
  const networks = ['198.51.100.0/24', '2001:db8::/32'];
  const changed = Promise.withResolvers<undefined>();
  const end = platform.bus.subscribe('deviceChanged', ({ deviceId }) => {
    if (deviceId === logger.id) changed.resolve(undefined);
  });
  expect((await put(`/devices/${logger.id}/networks`, { networks })).code).toBe(200);
  // Every server that holds a connection of it hears of this.
  await changed.promise;
  end();
  expect((await put(`/devices/${logger.id}/networks`, { networks: ['everywhere'] })).error).toBe(
    'invalidInput',
  );
  expect((await connect(AWAY, true)).admitted).toBe(false);
  expect(await link()).toMatchObject({ doubt: null, allowedNetworks: networks });
  expect((await connect(HOME)).admitted).toBe(true);
});

test('the serial number of a device that proves itself by a secret opens no V5 connection', async () => {
  const secret = storeDeviceSecret('secret');
  const device = await makeDevice(platform, { kind: 'inverter', ...secret });
  const connection = { connection: 'x', address: HOME, replaces: false };
  expect(await noteConnection(platform, device.id, connection)).toBe(false);
  const logger = await makeDevice(platform, { kind: 'logger', ...secret });
  expect(await noteConnection(platform, logger.id, connection)).toBe(1);
  await platform.db
    .updateTable('deviceStates')
    .set({ connection: 'mqtt' })
    .where('deviceId', '=', logger.id)
    .execute();
  expect(await noteConnection(platform, logger.id, connection)).toBe(false);
});

test('a stranger who knows the serial number of an inverter behind a stick, of one that was unbound or that a key brought, does not connect as it', async () => {
  const { inverter, home, connect } = await plant();
  const as = { connection: 'x', address: AWAY, replaces: false };
  expect(await noteConnection(platform, inverter.id, as)).toBe(false);
  const alone = await makeDevice(platform, { kind: 'inverter', ...home });
  expect(await noteConnection(platform, alone.id, as)).toBe(false);
  const { organisationId } = home;
  const byKey = await makeDevice(platform, { kind: 'inverter', organisationId });
  expect(await noteConnection(platform, byKey.id, as)).toBe(false);
  const unbound = await makeDevice(platform, { kind: 'inverter' });
  expect(await noteConnection(platform, unbound.id, as)).toBe(false);
  const ofNobody = await makeDevice(platform, { kind: 'inverter', foundBy: 'v5' });
  expect(await noteConnection(platform, ofNobody.id, as)).toBe(1);
  expect((await connect(HOME)).admitted).toBe(true);
});

test('a stick that its owner revoked, because it was stolen, may not connect', async () => {
  const { connect, logger } = await trustedPlant();
  const revoke = (secretRevokedAt: Date | null) =>
    platform.db.updateTable('devices').set({ secretRevokedAt }).where('id', '=', logger.id).execute();
  await revoke(new Date(platform.clock.now()));
  expect((await connect(HOME)).admitted).toBe(false);
  await revoke(null);
  expect((await connect(HOME)).admitted).toBe(true);
});

test('a command goes only where actor, device, logger and station belong together', async () => {
  const { clear, inverter, logger, connection, owner } = await trustedPlant();
  const other = await makeStation(platform);
  const elsewhere = { stationId: other.id, organisationId: other.organisationId };
  const set = (values: object, id = inverter.id) =>
    platform.db.updateTable('devices').set(values).where('id', '=', id).execute();
  const before = { stationId: inverter.stationId, organisationId: inverter.organisationId };
  expect(await clear()).toEqual({ sn: logger.sn, v5: connection });
  expect(await clear({ ...write, slave: 2 } as DeviceRequest)).toEqual(notAllowed);
  await set(elsewhere);
  expect(await clear()).toEqual({ sn: inverter.sn, v5: null });
  await set({ ...before, ...storeDeviceSecret('own') });
  expect(await clear()).toEqual({ sn: inverter.sn, v5: null });
  await set({ secretHash: null, secretSalt: null });
  expect(await clear()).toEqual({ sn: logger.sn, v5: connection });
  const stranger = await makeUser(platform, { role: 'owner' });
  const asUser = (userId: number): Actor => ({ ...systemActor, kind: 'user', role: 'owner', userId });
  expect(await clear(write, asUser(stranger.id))).toEqual(notAllowed);
  expect(await clear(read, asUser(stranger.id))).toEqual(notAllowed);
  expect(await clear(write, { ...systemActor, kind: 'visitor', role: 'visitor' })).toEqual(notAllowed);
  expect(owner.id).not.toBe(stranger.id);
  await set({ blockedAt: new Date() }, logger.id);
  expect(await clear()).toEqual(notAllowed);
  await set({ blockedAt: null }, logger.id);
  expect(await clear()).toEqual({ sn: logger.sn, v5: connection });
});

test('who was locked or lost the role since asking commands nothing, also where the command waits for its turn already', async () => {
  const { inverter, owner, logger, connection } = await trustedPlant();
  const actor: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: owner.id };
  const set = (values: { lockedAt?: Date | null; role?: 'owner' | 'visitor' }) =>
    platform.db.updateTable('users').set(values).where('id', '=', owner.id).execute();
  const book = createCommandBook(platform);
  const asked = () => ({
    to: { actor, deviceId: inverter.id },
    request: read,
    timeoutMs: 60_000,
    idempotencyKey: randomUUID(),
  });
  const first = asked();
  const opened = await book.open(first);
  if (!('id' in opened)) throw new Error('not opened');
  expect(opened).toMatchObject({ sn: logger.sn, v5: connection });
  await set({ lockedAt: new Date() });
  expect(await book.open(asked())).toEqual(notAllowed);
  await expect(book.send(opened, first)).rejects.toMatchObject({ failure: 'notAllowed' });
  await set({ lockedAt: null, role: 'visitor' });
  expect(await book.open(asked())).toEqual(notAllowed);
  await set({ role: 'owner' });
  await book.send(opened, first);
});

test('the settings let all V5 loggers carry commands, or none', async () => {
  const { connect, inverter, logger } = await plant();
  const { connection } = await connect(HOME);
  const clear = (v5Commands: 'off' | 'on') =>
    clearRequest(
      { ...platform, config: { ...platform.config, v5Commands } },
      { actor: systemActor, deviceId: inverter.id },
      write,
    );
  expect([await clear('off'), await clear('on')]).toEqual([
    { sn: logger.sn, v5: null },
    { sn: logger.sn, v5: connection },
  ]);
});

test('nobody confirms or bounds the logger of others', async () => {
  const [one, other] = [await trustedPlant(), await plant()];
  const at = `/devices/${one.logger.id}`;
  expect((await other.get(`${at}/connection`)).error).toBe('deviceNotFound');
  expect((await other.post(`${at}/connection/trust`, { network: '198.51.100.0/24' })).error).toBe(
    'deviceNotFound',
  );
  expect((await other.put(`${at}/networks`, { networks: [] })).error).toBe('deviceNotFound');
});
