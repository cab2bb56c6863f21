import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { forgetMeasured } from '../unknown-devices/index.ts';
import { eraseDue } from './erase-accounts.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db, samples, clock } = platform;
const { server, call, person } = await openAccounts(
  platform,
  registerCancellationRoutes,
  registerGrantsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const FIFTEEN_DAYS = 15 * 86_400_000;
const rowOf = (table: 'users' | 'stations' | 'devices' | 'organisations', id: number | null) =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

async function personal() {
  const { id: own } = await makeOrganisation(platform);
  await db
    .updateTable('organisations')
    .set({ type: 'personal', name: 'Jo Miller', bankName: 'Bank' })
    .where('id', '=', own)
    .execute();
  return { me: await person({ organisationId: own, userName: `leaver-${own}` }), own };
}

async function cancel(me: SignedIn, stations: object[] = []) {
  const validateCode = await makeCode(platform, { target: me.email, purpose: 'cancelAccount' });
  const body = { validateCode, stations };
  expect((await call('/ups/user/cancellation', { body, bearer: me.token })).code).toBe(200);
}

async function stationOf(me: SignedIn, organisationId: number) {
  const station = await makeStation(platform, { organisationId, ownerId: me.id });
  const device = await makeDevice(platform, { stationId: station.id, organisationId, name: 'Garage' });
  return { station, device };
}

async function measure(stationId: number, device: { id: number; sn: string }) {
  const time = clock.now();
  const start = Math.floor(time / 1000);
  const cell = {
    grain: 'day',
    flow: 'pv',
    start,
    kwh: 1,
    spread: 0,
    source: 'meter',
    completeness: 1,
    version: 1,
  };
  await samples.insertRows('samples', [{ device: device.id, point: 1, time: start, value: 1 }]);
  await samples.insertRows('latest', [{ device: device.id, point: 1, time: start, value: 1 }]);
  await samples.insertRows('rollup_5m', [
    { device: device.id, point: 1, bucket: start, avg: 1, min: 1, max: 1, n: 1, version: 1 },
  ]);
  await samples.insertRows('energy', [
    { subject: 'station', id: stationId, ...cell },
    { subject: 'device', id: device.id, ...cell },
  ]);
  await samples.insertRows('station_power_5m', [{ station: stationId, bucket: start, pv: 1, version: 1 }]);
  await samples.insertRows('raw_frames', [{ sn: device.sn, time: start, gateway: 'v5', frame: 'x' }]);
}

async function measured(stationId: number, device: { id: number; sn: string }): Promise<number[]> {
  const counts = await Promise.all(
    [
      `samples WHERE device = ${device.id}`,
      `latest WHERE device = ${device.id}`,
      `rollup_5m WHERE device = ${device.id}`,
      `energy WHERE subject = 'device' AND id = ${device.id}`,
      `energy WHERE subject = 'station' AND id = ${stationId}`,
      `station_power_5m WHERE station = ${stationId}`,
      `raw_frames WHERE sn = '${device.sn}'`,
    ].map((from) => samples.query<{ n: number }>(`SELECT count() AS n FROM ${from}`)),
  );
  return counts.map(([row]) => row?.n ?? 0);
}

describe('after fifteen days', () => {
  test('the account is gone with all that tells of it, and not a moment before', async () => {
    const { me, own } = await personal();
    await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
    await call('/ups/user/login', { body: { account: me.email, password: 'Wrong-Horse-1' } });
    await call('/api-keys', {
      body: { name: 'k', permissions: ['stations.view'], expiresInDays: null },
      bearer: me.token,
    });
    await call('/ups/user/totp/start', { body: { password: 'Wrong-Horse-1' }, bearer: me.token });
    await cancel(me);
    clock.advance(FIFTEEN_DAYS - 1);
    await eraseDue(platform);
    expect(await rowOf('users', me.id)).toBeDefined();
    clock.advance(1);
    await call('/ups/user/sendValidateCode', { body: { email: me.email, validateType: 'login' } });
    let changes = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (changes += 1));
    await eraseDue(platform);
    await platform.changes.catchUp();
    end();
    expect(changes).toBe(1);
    expect(await rowOf('users', me.id)).toBeUndefined();
    expect(await rowOf('organisations', own)).toBeUndefined();
    for (const table of ['sessions', 'apiKeys', 'logins', 'recoveryCodes', 'passkeys'] as const) {
      expect(await db.selectFrom(table).selectAll().where('userId', '=', me.id).execute(), table).toEqual([]);
    }
    const failures = await db.selectFrom('loginFailures').selectAll().execute();
    expect(JSON.stringify(failures)).not.toContain(me.email);
    expect(failures.filter(({ account }) => account.endsWith(`#${me.id}`))).toEqual([]);
    for (const table of ['verificationCodes', 'codeRequests', 'outbox'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(me.email);
    const audit = await db.selectFrom('auditLog').selectAll().execute();
    expect(JSON.stringify(audit)).not.toContain(me.email);
    expect(audit.filter(({ userId }) => userId === me.id).length).toBeGreaterThan(1);
    expect(audit.find(({ action }) => action === 'accounts.erase')).toMatchObject({
      actorKind: 'system',
      objectId: String(me.id),
    });
    const login = await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
    expect(login.error).toBe('wrongCredentials');
  });

  test('who kept the account keeps it', async () => {
    const { me } = await personal();
    await cancel(me);
    await call('/ups/user/cancellation', { method: 'DELETE', bearer: me.token });
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('users', me.id)).toBeDefined();
  });

  test('it goes also where the design of a station that is somebody else’s by now names a component of its organisation', async () => {
    const { me, own } = await personal();
    const { id: organisationId } = await makeOrganisation(platform);
    const { id: stationId } = await makeStation(platform, { organisationId });
    const sheet = { kind: 'module', manufacturer: 'Maker', model: 'M1', sheet: '{}' } as const;
    const { id: componentId } = await db
      .insertInto('components')
      .values({ organisationId: own, ...sheet })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('designComponents').values({ stationId, componentId }).execute();
    await cancel(me);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('users', me.id)).toBeUndefined();
    const left = await db.selectFrom('organisations').selectAll().where('id', '=', own).executeTakeFirst();
    expect(left).toMatchObject({ name: left!.code, bankName: null });
  });

  test('grants it gave end', async () => {
    const { me } = await personal();
    const other = await person();
    const now = new Date(clock.now());
    const { id } = await db
      .insertInto('grants')
      .values({
        state: 'accepted',
        role: 'viewer',
        beginsAt: now,
        endsAt: new Date(clock.now() + 2 * FIFTEEN_DAYS),
        createdAt: now,
        createdBy: me.id,
        toUserId: other.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await cancel(me);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    const row = await db.selectFrom('grants').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ state: 'revoked', createdBy: null });
  });
});

describe('stations', () => {
  test('a deleted one goes with its figures; its devices are free for whoever has them next', async () => {
    const { me, own } = await personal();
    const { station, device } = await stationOf(me, own);
    const other = await stationOf(me, (await makeOrganisation(platform)).id);
    await measure(station.id, device);
    await measure(other.station.id, other.device);
    const alarm = {
      type: 'offline',
      code: 'offline',
      level: 'general',
      textKey: 'offline',
      beganAt: new Date(),
      lastSeenAt: new Date(),
    } as const;
    await db
      .insertInto('alarms')
      .values({ ...alarm, stationId: station.id, deviceId: device.id })
      .execute();
    await cancel(me, [
      { id: station.id, fate: 'delete' },
      { id: other.station.id, fate: 'keep' },
    ]);
    clock.advance(FIFTEEN_DAYS);
    const changed: number[] = [];
    const ends = [
      platform.bus.subscribe('deviceChanged', ({ deviceId }) => void changed.push(deviceId)),
      platform.bus.subscribe('stationChanged', ({ stationId }) => void changed.push(stationId)),
    ];
    await eraseDue(platform);
    await platform.changes.catchUp();
    for (const end of ends) end();
    expect(await rowOf('stations', station.id)).toBeUndefined();
    expect(await rowOf('devices', device.id)).toMatchObject({
      sn: device.sn,
      stationId: null,
      organisationId: null,
      name: null,
    });
    expect(await db.selectFrom('alarms').selectAll().where('deviceId', '=', device.id).execute()).toEqual([]);
    await forgetMeasured(platform, new AbortController().signal);
    expect(await measured(station.id, device)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await measured(other.station.id, other.device)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await rowOf('stations', other.station.id)).toMatchObject({ ownerId: null });
    expect(changed).toEqual(expect.arrayContaining([device.id, station.id, other.station.id]));
    expect(await rowOf('organisations', own)).toBeUndefined();
  });

  test('one that is passed on moves from the personal organisation to the new owner’s', async () => {
    const { me, own } = await personal();
    const { me: heir, own: theirs } = await personal();
    const { station, device } = await stationOf(me, own);
    await cancel(me, [{ id: station.id, fate: 'transfer', to: heir.email }]);
    const [offer] = (await call('/hand-overs', { bearer: heir.token })).data;
    const accepted = await call(`/hand-overs/${offer.id}/accept`, { method: 'POST', bearer: heir.token });
    expect(accepted.code).toBe(200);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('stations', station.id)).toMatchObject({ ownerId: heir.id, organisationId: theirs });
    expect(await rowOf('devices', device.id)).toMatchObject({
      stationId: station.id,
      organisationId: theirs,
    });
    expect(await rowOf('organisations', own)).toBeUndefined();
  });

  test('a station is pushed onto somebody who was not asked, by an account that goes', async () => {
    const { me, own } = await personal();
    const { me: victim } = await personal();
    const { station } = await stationOf(me, own);
    await cancel(me, [{ id: station.id, fate: 'transfer', to: victim.email }]);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('stations', station.id)).toMatchObject({ ownerId: null, organisationId: own });
    const open = await db.selectFrom('handOvers').select('id').where('stationId', '=', station.id).execute();
    expect(open).toEqual([]);
  });

  test('one whose new owner is gone, and one that came later, stay without an owner and without a name', async () => {
    const { me, own } = await personal();
    const heir = await person();
    const { station } = await stationOf(me, own);
    await cancel(me, [{ id: station.id, fate: 'transfer', to: heir.email }]);
    await db.deleteFrom('users').where('id', '=', heir.id).execute();
    const later = await stationOf(me, own);
    const opened = { handedOverAt: new Date(clock.now()), shared: true };
    await db.updateTable('stations').set(opened).where('id', '=', station.id).execute();
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    const ownerless = { ownerId: null, organisationId: own, handedOverAt: null, shared: false };
    for (const { id } of [station, later.station]) {
      expect(await rowOf('stations', id)).toMatchObject(ownerless);
    }
    const organisation = await db
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', own)
      .executeTakeFirst();
    expect(organisation).toMatchObject({ name: organisation?.code, bankName: null });
  });
});

describe('the job', () => {
  test('who only looked at the organisation of somebody else leaves its name alone', async () => {
    const { me: host, own } = await personal();
    const viewer = await person({ role: 'internalReadOnly', organisationId: own });
    const second = await person({ role: 'internalReadOnly', organisationId: own });
    await cancel(viewer);
    clock.advance(FIFTEEN_DAYS / 2);
    await db
      .updateTable('sessions')
      .set({ expiresAt: new Date(clock.now() + FIFTEEN_DAYS), provenAt: new Date(clock.now()) })
      .where('userId', '=', host.id)
      .execute();
    await cancel(host);
    clock.advance(FIFTEEN_DAYS / 2);
    await eraseDue(platform);
    expect(await rowOf('users', viewer.id)).toBeUndefined();
    expect(await rowOf('organisations', own)).toMatchObject({ name: 'Jo Miller', bankName: 'Bank' });
    clock.advance(FIFTEEN_DAYS / 2);
    await eraseDue(platform);
    expect(await rowOf('users', second.id)).toBeDefined();
    const left = await rowOf('organisations', own);
    expect(left).toMatchObject({ bankName: null });
    expect(JSON.stringify(left)).not.toContain('Miller');
  });

  test('of two servers one erases an account', async () => {
    const { me } = await personal();
    await cancel(me);
    clock.advance(FIFTEEN_DAYS);
    await Promise.all([eraseDue(platform), eraseDue(platform), eraseDue(platform)]);
    expect(await rowOf('users', me.id)).toBeUndefined();
    const erased = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'accounts.erase')
      .where('objectId', '=', String(me.id))
      .execute();
    expect(erased).toHaveLength(1);
  });

  test('who became the last administrator of others waits; the next account does not', async () => {
    const merchant = await makeOrganisation(platform);
    const me = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    const second = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    await person({ role: 'installer', organisationId: merchant.id });
    const { me: next } = await personal();
    await cancel(me);
    await cancel(next);
    await db.deleteFrom('users').where('id', '=', second.id).execute();
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('users', me.id)).toBeDefined();
    expect(await rowOf('users', next.id)).toBeUndefined();
    await person({ role: 'organisationAdmin', organisationId: merchant.id });
    await eraseDue(platform);
    expect(await rowOf('users', me.id)).toBeUndefined();
  });

  test('an account goes while the store of measurements is away; what its station measured goes when that is back', async () => {
    const { me, own } = await personal();
    const { station, device } = await stationOf(me, own);
    await measure(station.id, device);
    await cancel(me, [{ id: station.id, fate: 'delete' }]);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('stations', station.id)).toBeUndefined();
    const gone = () => Promise.reject(new Error('engine gone'));
    const broken = { ...platform, samples: { ...samples, query: gone, command: gone } };
    const { signal } = new AbortController();
    await expect(forgetMeasured(broken, signal)).rejects.toThrow('engine gone');
    expect(await measured(station.id, device)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    await forgetMeasured(platform, signal);
    expect(await measured(station.id, device)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
