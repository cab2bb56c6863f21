import { randomUUID } from 'node:crypto';
import type { Role } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { claimCodeOf, storeShownSecret } from './claim-code.ts';
import {
  isDeviceSecret,
  mintDeviceSecret,
  registerDevicesRoutes,
  requireDevice,
  storeDeviceSecret,
} from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const newSn = () => `SN${randomUUID().slice(0, 12)}`;

/** A signed-in user of a fresh organisation with a station, and the calls it makes. */
async function someone(role: Role) {
  const organisation = await makeOrganisation(platform);
  const user = await makeUser(platform, { role, organisationId: organisation.id });
  const { get, post } = await as(role === 'visitor' ? { id: null } : user);
  const station = await makeStation(platform, {
    organisationId: organisation.id,
    ownerId: user.id,
    shared: true,
  });
  const add = (device: object, stationId = station.id) =>
    post(`/stations/${stationId}/devices`, { kind: 'inverter', ...device });
  return { user, organisation, station, get, add };
}

const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirstOrThrow();

describe('add', () => {
  test('a new SN is registered with a secret that is told once', async () => {
    const installer = await someone('installer');
    const sn = newSn();
    const { data } = await installer.add({ sn, name: 'Roof', model: 'X5', ratedPower: 5000 });
    expect(data.device).toMatchObject({
      sn,
      name: 'Roof',
      ratedPower: 5000,
      station: { id: installer.station.id },
    });
    expect(data.device.live).toMatchObject({ status: 'connecting', power: null, lastDataAt: null });
    const row = await rowOf(sn);
    const stored = { secretHash: row.secretHash!, secretSalt: row.secretSalt! };
    expect(isDeviceSecret(data.secret, stored)).toBe(true);
    expect(row.organisationId).toBe(installer.organisation.id);
    expect(JSON.stringify((await installer.get(`/devices/${row.id}`)).data)).not.toContain(data.secret);
  });

  test('one that reports unbound is bound with what it told of itself and a new secret; what hung on it waits', async () => {
    const owner = await someone('owner');
    const secret = mintDeviceSecret();
    const sn = newSn();
    const logger = await makeDevice(platform, {
      sn,
      kind: 'logger',
      model: 'Stick',
      firmware: '1.2',
      ...storeShownSecret(sn, secret),
    });
    const inverter = await makeDevice(platform, { sn: newSn(), parentId: logger.id });
    const announced: number[] = [];
    platform.bus.subscribe('deviceChanged', ({ deviceId }) => announced.push(deviceId));
    const claimCode = claimCodeOf(sn, secret);
    const { data } = await owner.add({ sn, kind: 'logger', name: 'Cellar', claimCode });
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.device).toMatchObject({ id: logger.id, name: 'Cellar', model: 'Stick', firmware: '1.2' });
    expect(data.device.children).toEqual([]);
    const row = await rowOf(logger.sn);
    const stored = { secretHash: row.secretHash!, secretSalt: row.secretSalt! };
    expect([secret, data.secret].map((text) => isDeviceSecret(text, stored))).toEqual([false, true]);
    expect(await rowOf(inverter.sn)).toMatchObject({ stationId: null, parentId: null });
    const waiting = await owner.get(`/devices/${logger.id}/discovered`);
    expect(waiting.data).toMatchObject([{ sn: inverter.sn, kind: 'inverter', declined: false }]);
    expect(announced).toEqual([logger.id, inverter.id]);
    const audit = await platform.db
      .selectFrom('auditLog')
      .select('action')
      .where('objectType', '=', 'device')
      .where('objectId', '=', String(logger.id))
      .execute();
    expect(audit).toEqual([{ action: 'devices.renewSecret' }, { action: 'devices.bind' }]);
  });

  test('binding a logger drags no device along that somebody else hung on it', async () => {
    const owner = await someone('owner');
    const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger' });
    const hung = { parentId: logger.id };
    const own = await makeDevice(platform, { sn: newSn(), ...hung });
    const secret = storeDeviceSecret(mintDeviceSecret());
    const stranger = await makeDevice(platform, { sn: newSn(), ...hung, ...secret });
    const { organisationId, id: stationId } = await makeStation(platform);
    const owned = await makeDevice(platform, { sn: newSn(), ...hung, organisationId });
    const bound = await makeDevice(platform, { sn: newSn(), ...hung, organisationId, stationId });
    await owner.add({ sn: logger.sn, kind: 'logger' });
    const free = { parentId: null, stationId: null };
    expect(await rowOf(own.sn)).toMatchObject(free);
    const waiting = await owner.get(`/devices/${logger.id}/discovered`);
    expect(waiting.data.map(({ sn }: { sn: string }) => sn)).toEqual([own.sn]);
    expect(await rowOf(stranger.sn)).toMatchObject({ ...free, organisationId: null });
    expect(await rowOf(owned.sn)).toMatchObject({ ...free, organisationId });
    expect(await rowOf(bound.sn)).toMatchObject({ parentId: null, stationId, organisationId });
  });

  test('a device that is bound leaves the logger that it named before', async () => {
    const owner = await someone('owner');
    const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger' });
    const device = await makeDevice(platform, { sn: newSn(), parentId: logger.id });
    await owner.add({ sn: device.sn });
    expect((await rowOf(device.sn)).parentId).toBeNull();
  });

  test('a logger without a secret gets one when it is bound', async () => {
    const owner = await someone('owner');
    const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger' });
    expect((await owner.add({ sn: logger.sn, kind: 'logger' })).data.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('the place of a bound device is told to who may see it, and only that it is taken to others', async () => {
    const first = await someone('owner');
    const second = await someone('owner');
    const sn = newSn();
    await first.add({ sn });
    const known = await first.add({ sn });
    const foreign = await second.add({ sn });
    expect([known.error, foreign.error]).toEqual(['deviceAlreadyBound', 'snTaken']);
    expect((await rowOf(sn)).stationId).toBe(first.station.id);
  });

  test("what reports with another organisation's key cannot be taken", async () => {
    const theirs = await makeOrganisation(platform);
    const device = await makeDevice(platform, { sn: newSn(), organisationId: theirs.id });
    const stranger = await someone('organisationAdmin');
    expect((await stranger.add({ sn: device.sn })).error).toBe('snTaken');
    expect((await rowOf(device.sn)).stationId).toBeNull();
  });

  test('a thief who tries lists of serial numbers is stopped after a few, whether they exist or not, and it is written down', async () => {
    const [owner, thief] = [await someone('owner'), await someone('owner')];
    const sn = newSn();
    await owner.add({ sn });
    const errors: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) errors.push((await thief.add({ sn })).error);
    expect(errors.slice(0, 10)).toEqual(Array(10).fill('snTaken'));
    expect(errors.slice(10)).toEqual(['tooManyRequests', 'tooManyRequests']);
    expect((await thief.add({ sn: newSn() })).error).toBe('tooManyRequests');
    const written = await platform.db
      .selectFrom('auditLog')
      .select(['action', 'objectType', 'objectId', 'allowed'])
      .where('userId', '=', thief.user.id)
      .execute();
    expect(written).toHaveLength(10);
    expect(written[0]).toEqual({
      action: 'denied.addDevice',
      objectType: 'snTaken',
      objectId: sn,
      allowed: false,
    });
    platform.clock.advance(3_600_000);
    expect((await thief.add({ sn })).error).toBe('snTaken');
    expect((await owner.add({ sn: newSn() })).code).toBe(200);
  });

  test('two who add the same SN at once: one has it', async () => {
    const [first, second] = [await someone('owner'), await someone('owner')];
    const sn = newSn();
    const answers = await Promise.all([first.add({ sn }), second.add({ sn })]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 40901]);
  });

  test('a device hangs on a logger of the same station, and on no other', async () => {
    const owner = await someone('owner');
    const logger = newSn();
    await owner.add({ sn: logger, kind: 'logger' });
    const { data } = await owner.add({ sn: newSn(), parentSn: logger });
    expect(data.device.parent.sn).toBe(logger);
    expect(data.secret).toBe('');
    expect((await rowOf(data.device.sn)).secretHash).toBeNull();
    const other = await someone('owner');
    expect((await other.add({ sn: newSn(), parentSn: logger })).error).toBe('invalidInput');
  });

  test('stations of others, wrong serial numbers and readers are refused', async () => {
    const owner = await someone('owner');
    const other = await someone('owner');
    expect((await other.add({ sn: newSn() }, owner.station.id)).error).toBe('stationNotFound');
    expect((await owner.add({ sn: 'a b' })).error).toBe('invalidInput');
    expect((await (await someone('visitor')).add({ sn: newSn() })).error).toBe('visitorReadOnly');
  });
});

describe('list', () => {
  let who: Awaited<ReturnType<typeof someone>>;
  const sns = [`Q1${newSn()}`, `Q2${newSn()}`, `Q3${newSn()}`] as const;

  beforeAll(async () => {
    who = await someone('organisationAdmin');
    const make = async (sn: string, kind: 'inverter' | 'meter', state: object) => {
      const device = await makeDevice(platform, {
        sn,
        kind,
        stationId: who.station.id,
        model: `Model ${kind}`,
      });
      await platform.db.updateTable('deviceStates').set(state).where('deviceId', '=', device.id).execute();
    };
    await make(sns[0], 'inverter', { status: 'normal', power: 500, signal: 80 });
    await make(sns[1], 'inverter', { status: 'abnormal', power: null, openAlarms: 2 });
    await make(sns[2], 'meter', { status: 'standby', power: -20 });
  });

  const order = async (query: string) => {
    const { data } = await who.get(`/devices?${query}`);
    return data.rows.map((row: { sn: string }) => row.sn) as string[];
  };

  test('worst first, and what is not known last', async () => {
    expect(await order('')).toEqual([sns[1], sns[2], sns[0]]);
    expect(await order('sort=power&order=asc')).toEqual([sns[2], sns[0], sns[1]]);
    expect(await order('sort=sn&order=desc')).toEqual([sns[2], sns[1], sns[0]]);
  });

  test.each(['kind', 'model', 'energyToday', 'signal', 'lastDataAt'])(
    'sort by %s answers all',
    async (sort) => {
      expect((await order(`sort=${sort}`)).toSorted()).toEqual([...sns].toSorted());
    },
  );

  test('filters and search, with counts under the same search', async () => {
    const { data } = await who.get(`/devices?kind=inverter&status=normal&stationId=${who.station.id}`);
    expect(data).toMatchObject({ total: 1, counts: { normal: 1, abnormal: 1, standby: 0 } });
    expect(await order(`q=${sns[2].toLowerCase()}`)).toEqual([sns[2]]);
    expect(await order('q=model%20METER')).toEqual([sns[2]]);
    expect((await who.get('/devices?stationId=999999999')).error).toBe('stationNotFound');
  });

  test('unbound devices are listed apart, to the organisation they reported for and to the platform', async () => {
    const device = await makeDevice(platform, { sn: newSn(), organisationId: who.organisation.id });
    const stranger = await makeDevice(platform, { sn: newSn() });
    expect(await order('bound=false')).toEqual([device.sn]);
    const admin = await someone('platformAdmin');
    const seen = (await admin.get('/devices?bound=false&pageSize=200')).data.rows.map(
      (row: { sn: string }) => row.sn,
    );
    expect(seen).toEqual(expect.arrayContaining([device.sn, stranger.sn]));
    expect(seen).not.toContain(sns[0]);
  });

  test('a visitor sees masked serial numbers and no attributes, and cannot search for them', async () => {
    const device = await makeDevice(platform, {
      sn: newSn(),
      stationId: who.station.id,
      attributes: JSON.stringify({ ssid: 'Home of Maria' }),
    });
    const visitor = await someone('visitor');
    const { data } = await visitor.get(`/devices/${device.id}`);
    expect(data.sn).toBe(`${device.sn.slice(0, 3)}${'*'.repeat(device.sn.length - 5)}${device.sn.slice(-2)}`);
    expect(data.attributes).toEqual({});
    expect((await visitor.get(`/devices?q=${device.sn}`)).data.total).toBe(0);
    expect((await who.get(`/devices/${device.id}`)).data.attributes).toEqual({ ssid: 'Home of Maria' });
  });
});

test('requireDevice hands out what is in scope, with the zone of its station, and refuses the rest', async () => {
  const owner = await someone('owner');
  const sn = newSn();
  await owner.add({ sn });
  const { id } = await rowOf(sn);
  const actor = { ...systemActor, kind: 'user' as const, role: 'owner' as const, userId: owner.user.id };
  expect(await requireDevice(platform.db, actor, id)).toMatchObject({ sn, timeZone: 'Europe/Madrid' });
  const stranger = { ...actor, userId: owner.user.id + 1_000_000 };
  await expect(requireDevice(platform.db, stranger, id)).rejects.toMatchObject({ key: 'deviceNotFound' });
  const loose = await makeDevice(platform);
  expect((await requireDevice(platform.db, systemActor, loose.id)).timeZone).toBe('UTC');
});
