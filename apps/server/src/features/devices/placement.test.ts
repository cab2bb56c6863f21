import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { claimCodeOf, storeShownSecret, storeClaim } from './claim-code.ts';
import { isDeviceSecret, mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const newSn = () => `SN${randomUUID().slice(0, 12)}`;
const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirst();

/** An administrator of a fresh organisation with a station, a logger and an inverter behind it. */
async function plant() {
  const organisation = await makeOrganisation(platform);
  const owner = await makeUser(platform, { role: 'owner', organisationId: organisation.id });
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const home = { organisationId: organisation.id, ownerId: owner.id };
  const station = await makeStation(platform, home);
  const at = { organisationId: organisation.id, stationId: station.id };
  const secret = mintDeviceSecret();
  const sn = newSn();
  const stored = storeDeviceSecret(secret);
  const claim = storeClaim(sn, secret, stored.secretSalt);
  const logger = await makeDevice(platform, { ...at, sn, kind: 'logger', ...stored, ...claim });
  const inverter = await makeDevice(platform, {
    ...at,
    sn: newSn(),
    name: 'Roof',
    model: 'SUN-5K',
    firmware: '1.1',
    warrantyEnd: '2030-01-01',
    attributes: JSON.stringify({ mac: 'aa' }),
    parentId: logger.id,
  });
  const { get, post, put } = await as(user);
  return { organisation, home, user, station, logger, inverter, secret, get, post, put };
}

test.each(['added', 'hung'] as const)(
  'no device is %s on a logger that leaves at the same moment',
  async (how) => {
    const { station, logger, inverter, post, put } = await plant();
    await platform.db.updateTable('devices').set({ parentId: null }).where('id', '=', inverter.id).execute();
    const [sn, parentSn] = [newSn(), logger.sn];
    const waits = (count: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
    const gate = await platform.pool.connect();
    await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const unbound = post(`/devices/${logger.id}/unbind`);
    await waits(1);
    const asked =
      how === 'added'
        ? post(`/stations/${station.id}/devices`, { sn, kind: 'inverter', parentSn })
        : put(`/devices/${inverter.id}/parent`, { parentSn });
    await waits(2);
    await gate.query('COMMIT');
    gate.release();
    expect([(await unbound).code, (await asked).error]).toEqual([200, 'invalidInput']);
    const hung = platform.db.selectFrom('devices').select('sn').where('parentId', '=', logger.id);
    expect(await hung.execute()).toEqual([]);
  },
);

test('what takes a device from its logger asks who one is', async () => {
  const { home, user, inverter, post, put } = await plant();
  const other = await makeStation(platform, home);
  const early = { provenAt: new Date(platform.clock.now() - 11 * 60_000) };
  await platform.db.updateTable('sessions').set(early).where('userId', '=', user.id).execute();
  expect((await post(`/devices/${inverter.id}/move`, { stationId: other.id })).error).toBe('stepUpNeeded');
  expect((await put(`/devices/${inverter.id}/parent`, { parentSn: null })).error).toBe('stepUpNeeded');
  expect(await rowOf(inverter.sn)).toMatchObject({ parentId: inverter.parentId, secretHash: null });
});

describe('move', () => {
  test('what is unbound from a logger at the same moment stays behind', async () => {
    const { home, logger, inverter, post } = await plant();
    const other = await makeStation(platform, home);
    const waits = (count: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
    const gate = await platform.pool.connect();
    // Unbinding waits with its last step.
    await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const unbound = post(`/devices/${inverter.id}/unbind`);
    await waits(1);
    const moved = post(`/devices/${logger.id}/move`, { stationId: other.id });
    await waits(2);
    await gate.query('COMMIT');
    gate.release();
    expect([(await unbound).code, (await moved).code]).toEqual([200, 200]);
    expect(await rowOf(logger.sn)).toMatchObject({ stationId: other.id });
    expect(await rowOf(inverter.sn)).toMatchObject({ stationId: null, organisationId: null, parentId: null });
  });

  test('waits for stations in the order of their ids and holds no later one meanwhile, so that none waits in a circle', async () => {
    const { home, station, logger, post } = await plant();
    const later = await makeStation(platform, home);
    await post(`/devices/${logger.id}/move`, { stationId: later.id });
    const holder = await platform.pool.connect();
    const hold = (id: number) =>
      holder.query('SELECT id FROM stations WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id]);
    await holder.query('BEGIN');
    await hold(station.id);
    const moved = post(`/devices/${logger.id}/move`, { stationId: station.id });
    await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
    await hold(later.id);
    await holder.query('COMMIT');
    holder.release();
    expect((await moved).code).toBe(200);
    expect(await rowOf(logger.sn)).toMatchObject({ stationId: station.id });
  });

  test('a logger goes with what hangs on it to a station of the same owner; alarms end, the log says it', async () => {
    const { home, station, logger, inverter, post } = await plant();
    const other = await makeStation(platform, home);
    await platform.db
      .insertInto('alarms')
      .values({
        stationId: station.id,
        deviceId: inverter.id,
        code: 'X',
        level: 'tip',
        textKey: 'x',
        type: 'deviceFault',
        beganAt: new Date(),
        lastSeenAt: new Date(),
      })
      .execute();
    const { data } = await post(`/devices/${logger.id}/move`, { stationId: other.id });
    expect(data).toMatchObject({ device: { station: { id: other.id } } });
    expect(await rowOf(inverter.sn)).toMatchObject({ stationId: other.id, parentId: logger.id });
    const alarm = await platform.db
      .selectFrom('alarms')
      .select('recoveredAt')
      .where('deviceId', '=', inverter.id)
      .executeTakeFirstOrThrow();
    expect(alarm.recoveredAt).not.toBeNull();
    const entries = await platform.db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('action', '=', 'devices.move')
      .where('stationId', '=', other.id)
      .execute();
    expect(entries).toHaveLength(2);
  });

  test('one that leaves its logger behind gets a secret of its own, once', async () => {
    const { home, inverter, post } = await plant();
    const other = await makeStation(platform, home);
    const { data } = await post(`/devices/${inverter.id}/move`, { stationId: other.id });
    const row = (await rowOf(inverter.sn))!;
    expect(row.parentId).toBeNull();
    expect(isDeviceSecret(data.secret, { secretHash: row.secretHash!, secretSalt: row.secretSalt! })).toBe(
      true,
    );
  });

  test('never to another owner or organisation, or by whoever may not', async () => {
    const { organisation, inverter, station, post } = await plant();
    const { id: organisationId } = organisation;
    const otherOwner = await makeStation(platform, { organisationId });
    expect((await post(`/devices/${inverter.id}/move`, { stationId: otherOwner.id })).error).toBe(
      'deviceMoveRefused',
    );
    const foreign = await makeStation(platform);
    expect((await post(`/devices/${inverter.id}/move`, { stationId: foreign.id })).error).toBe(
      'stationNotFound',
    );
    const stranger = await plant();
    expect((await stranger.post(`/devices/${inverter.id}/move`, { stationId: station.id })).error).toBe(
      'deviceNotFound',
    );
    expect((await rowOf(inverter.sn))?.stationId).toBe(station.id);
  });
});

describe('parent', () => {
  test('a device is hung on a logger of its station and taken off again', async () => {
    const { organisation, station, logger, inverter, put } = await plant();
    const { data: off } = await put(`/devices/${inverter.id}/parent`, { parentSn: null });
    expect(off.device.parent).toBeNull();
    expect(off.secret).toMatch(/^[A-Z2-7]{32}$/);
    const second = await makeDevice(platform, {
      organisationId: organisation.id,
      stationId: station.id,
      kind: 'logger',
    });
    const { data: on } = await put(`/devices/${inverter.id}/parent`, { parentSn: second.sn });
    expect(on).toMatchObject({ secret: '', device: { parent: { id: second.id } } });
    expect((await rowOf(logger.sn))?.parentId).toBeNull();
  });

  test('never on itself, on what hangs on it, or on a device elsewhere', async () => {
    const { logger, inverter, put } = await plant();
    const foreign = await makeDevice(platform, { kind: 'logger' });
    for (const [id, parentSn] of [
      [logger.id, logger.sn],
      [logger.id, inverter.sn],
      [inverter.id, foreign.sn],
    ])
      expect((await put(`/devices/${id}/parent`, { parentSn })).fields).toMatchObject([
        { path: 'body.parentSn' },
      ]);
  });
});

test('what somebody set on a device, and why, is not told its next owner', async () => {
  const { user, inverter, post } = await plant();
  const change = { key: 'limit', wanted: 50, state: 'done', reason: 'Asked by the grid' } as const;
  await platform.db
    .insertInto('parameterChanges')
    .values({ ...change, deviceId: inverter.id, at: new Date(), userId: user.id })
    .execute();
  expect((await post(`/devices/${inverter.id}/unbind`)).code).toBe(200);
  const kept = platform.db.selectFrom('parameterChanges').select('id').where('deviceId', '=', inverter.id);
  expect(await kept.execute()).toEqual([]);
});

describe('replace', () => {
  test('who had the device before reads the number of the old one, and not of what came into its place', async () => {
    const { inverter, post } = await plant();
    const former = await makeStation(platform);
    const at = new Date();
    const told = { code: 'X', level: 'tip', textKey: 'x', type: 'deviceFault' } as const;
    const alarm = { ...told, stationId: former.id, deviceId: inverter.id, beganAt: at, lastSeenAt: at };
    const { id } = await platform.db
      .insertInto('alarms')
      .values({ ...alarm, recoveredAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { code, textKey } = told;
    await platform.db
      .insertInto('alarmShields')
      .values({
        stationId: former.id,
        deviceId: inverter.id,
        code,
        textKey,
        level: 'tip',
        reason: '',
        createdAt: at,
      })
      .execute();
    expect((await post(`/devices/${inverter.id}/replace`, { sn: newSn() })).code).toBe(200);
    const shields = platform.db
      .selectFrom('alarmShields')
      .innerJoin('devices', 'devices.id', 'alarmShields.deviceId');
    expect(
      await shields.select('devices.sn').where('alarmShields.stationId', '=', former.id).execute(),
    ).toEqual([{ sn: inverter.sn }]);
    const shown = platform.db.selectFrom('alarms').innerJoin('devices', 'devices.id', 'alarms.deviceId');
    expect(await shown.select('devices.sn').where('alarms.id', '=', id).execute()).toEqual([
      { sn: inverter.sn },
    ]);
  });

  test('the place keeps its id, name and what hangs on it under the new serial number; the old one is free', async () => {
    const { organisation, logger, inverter, secret, post, get } = await plant();
    const [sn, firstSeenAt] = [newSn(), new Date(platform.clock.now())];
    await platform.db.updateTable('devices').set({ firstSeenAt }).where('id', '=', logger.id).execute();
    const { data } = await post(`/devices/${logger.id}/replace`, { sn, reason: 'Lightning' });
    expect(data.device).toMatchObject({ id: logger.id, sn, children: [{ id: inverter.id }] });
    const row = (await rowOf(sn))!;
    expect(isDeviceSecret(data.secret, { secretHash: row.secretHash!, secretSalt: row.secretSalt! })).toBe(
      true,
    );
    const old = (await rowOf(logger.sn))!;
    expect(old).toMatchObject({
      stationId: null,
      organisationId: null,
      freedFrom: organisation.id,
      firstSeenAt,
    });
    expect(isDeviceSecret(secret, { secretHash: old.secretHash!, secretSalt: old.secretSalt! })).toBe(true);
    expect((await get(`/devices/${logger.id}/replacements`)).data).toMatchObject([
      { oldSn: logger.sn, newSn: sn, reason: 'Lightning' },
    ]);
  });

  test('a serial number that somebody adds at the same moment is taken', async () => {
    const { inverter, post } = await plant();
    const [next, sn] = [await plant(), newSn()];
    const waits = (count: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
    const gate = await platform.pool.connect();
    await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const added = next.post(`/stations/${next.station.id}/devices`, { sn, kind: 'inverter' });
    await waits(1);
    const replaced = post(`/devices/${inverter.id}/replace`, { sn });
    await waits(2);
    await gate.query('COMMIT');
    gate.release();
    expect([(await added).code, (await replaced).error]).toEqual([200, 'snTaken']);
  });

  test('who did it is told to whoever reads the log of the place, not to whoever reads logs elsewhere and may look at it', async () => {
    const { user, station, logger, post, get } = await plant();
    await post(`/devices/${logger.id}/replace`, { sn: newSn() });
    const { id: organisationId } = await makeOrganisation(platform);
    const guest = await makeUser(platform, { role: 'installer', organisationId });
    const now = platform.clock.now();
    const period = { beginsAt: new Date(now), endsAt: new Date(now + 60_000), createdAt: new Date(now) };
    const grant = await platform.db
      .insertInto('grants')
      .values({ state: 'accepted', role: 'viewer', toUserId: guest.id, ...period })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.db
      .insertInto('grantStations')
      .values({ grantId: grant.id, stationId: station.id })
      .execute();
    const seen = (await (await as(guest)).get(`/devices/${logger.id}/replacements`)).data;
    expect(seen).toMatchObject([{ oldSn: logger.sn, by: null }]);
    expect((await get(`/devices/${logger.id}/replacements`)).data).toMatchObject([{ by: user.name }]);
  });

  test('what was known of the old one is kept beside its number, and its logger speaks for the new one', async () => {
    const { inverter, post, get } = await plant();
    const sn = newSn();
    const { data } = await post(`/devices/${inverter.id}/replace`, { sn, warrantyEnd: '2036-01-01' });
    expect(data).toMatchObject({
      secret: '',
      device: { name: 'Roof', model: 'SUN-5K', firmware: null, warrantyEnd: '2036-01-01', attributes: {} },
    });
    expect((await get(`/devices/${inverter.id}/replacements`)).data[0].old).toMatchObject({
      model: 'SUN-5K',
      firmware: '1.1',
      warrantyEnd: '2030-01-01',
    });
  });

  test('a device that reports already comes with its secret by its claim code alone, and its own row goes', async () => {
    const { logger, post } = await plant();
    const secret = mintDeviceSecret();
    const sn = newSn();
    const reporting = await makeDevice(platform, {
      sn,
      kind: 'logger',
      firmware: '9',
      ...storeShownSecret(sn, secret),
    });
    expect((await post(`/devices/${logger.id}/replace`, { sn })).error).toBe('claimCodeNeeded');
    const claimCode = claimCodeOf(sn, secret);
    const { data } = await post(`/devices/${logger.id}/replace`, { sn, claimCode });
    expect(data.device).toMatchObject({ id: logger.id, sn, firmware: '9' });
    const row = (await rowOf(sn))!;
    const former = { secretHash: row.oldSecretHash!, secretSalt: row.oldSecretSalt! };
    expect(isDeviceSecret(secret, former)).toBe(true);
    const forgotten = await platform.db
      .selectFrom('devicesToForget')
      .select('sn')
      .where('deviceId', '=', reporting.id)
      .execute();
    expect(forgotten).toEqual([{ sn }]);
  });

  test('never by a device that others have, by itself, or by one of another kind', async () => {
    const { logger, inverter, post } = await plant();
    const foreign = (await plant()).inverter;
    expect((await post(`/devices/${inverter.id}/replace`, { sn: foreign.sn })).error).toBe('snTaken');
    expect((await post(`/devices/${inverter.id}/replace`, { sn: logger.sn })).error).toBe(
      'deviceAlreadyBound',
    );
    const { fields } = await post(`/devices/${inverter.id}/replace`, { sn: inverter.sn });
    expect(fields).toMatchObject([{ path: 'body.sn' }]);
    const meter = await makeDevice(platform, { sn: newSn(), kind: 'meter' });
    expect((await post(`/devices/${inverter.id}/replace`, { sn: meter.sn })).error).toBe('snTaken');
    expect((await rowOf(inverter.sn))?.id).toBe(inverter.id);
  });
});
