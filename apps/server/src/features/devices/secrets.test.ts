import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { registerLinksRoutes } from '../links/index.ts';
import { claimCodeOf } from './claim-code.ts';
import { mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from './index.ts';

const platform = await testPlatform();
const { server, someone, asProgram } = await openApi(platform, registerDevicesRoutes, registerLinksRoutes);
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const DAY_MS = 86_400_000;
const HOME = '198.51.100.1';
const newSn = () => `SEC${randomUUID().slice(0, 12)}`;
const rowOf = (id: number) =>
  platform.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const signIn = (sn: string, secret: string) => directory.authenticate(sn, secret, 'mqtt', HOME);
const refused = { key: 'wrongDeviceSecret' };
/** The servers hear of a change a moment after it. */
const endsSoon = (sn: string, secret: string) =>
  vi.waitFor(() => expect(signIn(sn, secret)).rejects.toMatchObject(refused));
const worksSoon = (sn: string, secret: string) => vi.waitFor(() => signIn(sn, secret));

/** An owner with a station and a device in it that signs in by a secret. */
async function owned() {
  const owner = await someone('owner');
  const { organisationId } = owner;
  const station = await makeStation(platform, { organisationId: organisationId!, ownerId: owner.user.id });
  const home = { stationId: station.id, organisationId };
  const secret = mintDeviceSecret();
  const device = await makeDevice(platform, { sn: newSn(), ...home, ...storeDeviceSecret(secret) });
  await fleet.ensure([device.id]);
  const at = `/devices/${device.id}`;
  return {
    ...owner,
    station,
    home,
    device,
    secret,
    state: async () => (await owner.get(`${at}/secret`)).data,
    rotate: async () => {
      const { data } = await owner.post(`${at}/secret/rotate`);
      await known(device.id);
      return data as { secret: string; oldUntil: number | null };
    },
    /** Does something to the device. */
    act: (what: string) => owner.post(`${at}/${what}`),
  };
}

/** Another customer of the same organisation. */
async function customerBeside({ organisationId }: { organisationId: number }) {
  const neighbour = await someone('owner', { organisationId });
  const theirs = await makeStation(platform, { organisationId, ownerId: neighbour.user.id });
  return { neighbour, theirs };
}

test('what a key of an organisation brought is bound by who works for it, and its customers claim it', async () => {
  const organisation = await someone('organisationAdmin');
  const organisationId = organisation.organisationId!;
  const { neighbour, theirs } = await customerBeside({ organisationId });
  const { sn } = await makeDevice(platform, { sn: newSn(), organisationId });
  const at = `/stations/${theirs.id}/devices`;
  expect((await neighbour.post(`${at}/check`, { sns: [sn] })).data).toMatchObject([{ sn, state: 'taken' }]);
  expect((await neighbour.post(at, { sn, kind: 'inverter' })).error).toBe('snTaken');
  expect((await organisation.post(at, { sn, kind: 'inverter' })).code).toBe(200);
});

/** Waits until the directory knows the newest secret of a device. */
async function known(deviceId: number): Promise<void> {
  const { secretHash } = await rowOf(deviceId);
  const mark = Buffer.from(secretHash!).toString('base64');
  await vi.waitUntil(() => directory.secrets.stands(deviceId, mark) === 'new');
}

test('the secret that a device was bound with by its claim code ends when the device uses the new one', async () => {
  const { station, ...owner } = await owned();
  const sn = newSn();
  const { id } = await signIn(sn, 'of the factory');
  const input = { sn, kind: 'inverter', claimCode: claimCodeOf(sn, 'of the factory') };
  const { data } = await owner.post(`/stations/${station.id}/devices`, input);
  await known(id);
  expect((await signIn(sn, 'of the factory')).id).toBe(id);
  expect((await worksSoon(sn, data.secret)).id).toBe(id);
  await endsSoon(sn, 'of the factory');
});

test('behind a logger a secret pinned by a stranger does not survive the binding either', async () => {
  const { station, home, ...owner } = await owned();
  const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger', ...home });
  const sn = newSn();
  await signIn(sn, 'of a stranger');
  const claimCode = claimCodeOf(sn, 'of a stranger');
  const input = { sn, kind: 'inverter', parentSn: logger.sn, claimCode };
  expect((await owner.post(`/stations/${station.id}/devices`, input)).data.secret).toBe('');
  await endsSoon(sn, 'of a stranger');
  await fleet.ensure([logger.id]);
  expect(directory.spokenFor(logger.id, sn)).toMatchObject({ sn });
});

test('after a rotation the old secret lets in until the new one was used, and not after that', async () => {
  const { device, secret, rotate, state } = await owned();
  const { secret: fresh, oldUntil } = await rotate();
  expect(oldUntil).toBe(platform.clock.now() + 7 * DAY_MS);
  await signIn(device.sn, secret);
  expect(await state()).toMatchObject({ state: 'changing', oldUntil, delivery: 'waiting' });
  await signIn(device.sn, fresh);
  await endsSoon(device.sn, secret);
  expect(await state()).toMatchObject({ state: 'good', oldUntil: null, delivery: null });
  expect(await rowOf(device.id)).toMatchObject({ oldSecretHash: null, pendingSecret: null });
});

test('who was granted the former station alone gets in as none of the devices that were moved on, and what was revoked stays out', async () => {
  const { home, device, secret, ...owner } = await owned();
  const behind = { ...home, parentId: device.id };
  const [below, revoked] = [mintDeviceSecret(), mintDeviceSecret()];
  const inverter = await makeDevice(platform, { sn: newSn(), ...behind, ...storeDeviceSecret(below) });
  const stolen = await makeDevice(platform, { sn: newSn(), ...behind, ...storeDeviceSecret(revoked) });
  await fleet.ensure([inverter.id, stolen.id]);
  await owner.post(`/devices/${stolen.id}/secret/revoke`);
  const garden = await makeStation(platform, {
    organisationId: home.organisationId!,
    ownerId: owner.user.id,
  });
  const { data } = await owner.post(`/devices/${device.id}/move`, { stationId: garden.id });
  await known(device.id);
  await signIn(device.sn, secret);
  await signIn(device.sn, data.secret);
  await endsSoon(device.sn, secret);
  expect((await rowOf(inverter.id)).pendingSecret).not.toBeNull();
  await signIn(inverter.sn, below);
  await endsSoon(stolen.sn, revoked);
  expect(await rowOf(stolen.id)).toMatchObject({ stationId: garden.id, pendingSecret: null });
});

test('a second server lets in by both, and refuses the old one once the new one was used at the first', async () => {
  const { device, secret, rotate } = await owned();
  const { secret: fresh } = await rotate();
  const second = await openFleet(platform);
  const there = (text: string) => second.directory.authenticate(device.sn, text, 'mqtt', HOME);
  await there(secret);
  await signIn(device.sn, fresh);
  await vi.waitFor(() => expect(there(secret)).rejects.toMatchObject(refused));
  await there(fresh);
  await second.stop();
});

test('the old secret can be ended before its time, and only the device of this station', async () => {
  const { device, secret, rotate, act, state } = await owned();
  const stranger = await someone('owner');
  const { secret: fresh } = await rotate();
  expect((await stranger.post(`/devices/${device.id}/secret/end-old`)).error).toBe('deviceNotFound');
  await signIn(device.sn, secret);
  expect((await act('secret/end-old')).code).toBe(200);
  await endsSoon(device.sn, secret);
  await signIn(device.sn, fresh);
  expect((await state()).state).toBe('good');
});

test('a device that never got the first new secret goes on by the one it has, and no longer than before', async () => {
  const { device, secret, rotate } = await owned();
  const first = await rotate();
  platform.clock.advance(5 * 60_000);
  const second = await rotate();
  expect(second.oldUntil).toBe(first.oldUntil);
  await signIn(device.sn, secret);
  await endsSoon(device.sn, first.secret);
  await signIn(device.sn, second.secret);
});

test('a device whose new secret was handed over and lost on the way comes back by the one it has, also after another rotation', async () => {
  const { device, secret, rotate } = await owned();
  const first = await rotate();
  const handOver = async (by: string) =>
    directory.secrets.handOver(device.id, { mark: directory.secrets.markOf(device.id, by)!, address: HOME });
  expect(await handOver(secret)).toMatchObject({ secret: first.secret });
  platform.clock.advance(5 * 60_000);
  const second = await rotate();
  expect(second.oldUntil).toBe(first.oldUntil);
  await signIn(device.sn, secret);
  expect(await handOver(secret)).toMatchObject({ secret: second.secret });
  const third = await rotate();
  await signIn(device.sn, secret);
  await endsSoon(device.sn, first.secret);
  await signIn(device.sn, second.secret);
  // That one did arrive, which a row that was read a moment before does not say yet.
  await endsSoon(device.sn, secret);
  await signIn(device.sn, second.secret);
  await signIn(device.sn, third.secret);
  await endsSoon(device.sn, second.secret);
  expect(await rowOf(device.id)).toMatchObject({ oldSecretHash: null, earlierSecretHash: null });
});

test('a device that was handed its new secret a moment before another rotation goes on with it', async () => {
  const { device, secret, rotate } = await owned();
  const first = await rotate();
  const mark = directory.secrets.markOf(device.id, secret)!;
  const handed = await directory.secrets.handOver(device.id, { mark, address: HOME });
  expect(handed).toMatchObject({ secret: first.secret });
  const second = await rotate();
  await signIn(device.sn, first.secret);
  await signIn(device.sn, second.secret);
});

test('a revoked device is refused, and signs in again with a new secret only', async () => {
  const { device, secret, act, state, rotate } = await owned();
  expect((await act('secret/revoke')).code).toBe(200);
  await endsSoon(device.sn, secret);
  expect(directory.secrets.isRevoked(device.id)).toBe(true);
  expect((await state()).state).toBe('revoked');
  const { secret: fresh, oldUntil } = await rotate();
  expect(oldUntil).toBeNull();
  await signIn(device.sn, fresh);
  await endsSoon(device.sn, secret);
  expect((await state()).state).toBe('good');
});

test('a connected device that is blocked is refused whichever way it comes, until it is allowed again or bound', async () => {
  const organisation = await someone('organisationAdmin');
  const organisationId = organisation.organisationId!;
  const secret = mintDeviceSecret();
  const device = await makeDevice(platform, { sn: newSn(), organisationId, ...storeDeviceSecret(secret) });
  const byKey = await makeDevice(platform, { sn: newSn(), organisationId });
  const stick = await makeDevice(platform, { sn: newSn(), organisationId, kind: 'logger' });
  const ids = [device.id, byKey.id, stick.id];
  await fleet.ensure(ids);
  const key = { id: organisationId, code: 'any', manages: new Set([organisationId]) };
  const connect = () =>
    directory.connected(stick.id, { connection: randomUUID(), address: HOME, replaces: async () => false });
  await signIn(device.sn, secret);
  const mark = directory.secrets.markOf(device.id, secret)!;
  const block = (who: Pick<typeof organisation, 'post'>, what = 'block', of = ids) =>
    who.post(`/connected-devices/${what}`, { ids: of });
  expect((await block(await someone('organisationAdmin'))).error).toBe('deviceNotFound');
  expect((await block(organisation)).data).toEqual({ changed: 3 });
  expect((await block(organisation)).data).toEqual({ changed: 0 });
  await endsSoon(device.sn, secret);
  expect(directory.secrets.stands(device.id, mark)).toBeUndefined();
  await vi.waitFor(() => expect(() => directory.forKey(key, byKey.sn)).toThrow('noDataPermission'));
  expect(await connect()).toBe(false);
  const seen = async (query: string) =>
    (await organisation.get(`/devices?bound=false&${query}`)).data.rows.map(({ id }: { id: number }) => id);
  expect((await seen('blocked=true')).toSorted()).toEqual(ids.toSorted());
  expect(await seen('blocked=false')).toEqual([]);
  expect((await block(organisation, 'unblock', [device.id, byKey.id])).data).toEqual({ changed: 2 });
  await worksSoon(device.sn, secret);
  await vi.waitFor(() => expect(directory.forKey(key, byKey.sn)).toMatchObject({ id: byKey.id }));
  const station = await makeStation(platform, { organisationId });
  await organisation.post(`/stations/${station.id}/devices`, { sn: stick.sn, kind: 'logger' });
  expect((await rowOf(stick.id)).blockedAt).toBeNull();
  expect((await block(organisation, 'block', [stick.id])).error).toBe('deviceInStation');
});

test('a thief cannot become the logger of a revoked device: it still has a secret of its own', async () => {
  const { device, home, act } = await owned();
  const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger', ...home });
  await platform.db.updateTable('devices').set({ parentId: logger.id }).where('id', '=', device.id).execute();
  await fleet.ensure([logger.id]);
  await act('secret/revoke');
  await vi.waitUntil(() => directory.secrets.isRevoked(device.id));
  expect(directory.spokenFor(logger.id, device.sn)).toBeUndefined();
});

test('an unbound device leaves its station with its secret, which ends when its next owner has shown its claim code', async () => {
  const { device, secret, act, home, ...owner } = await owned();
  const behind = await makeDevice(platform, {
    sn: newSn(),
    parentId: device.id,
    loggerSpeaks: true,
    ...home,
  });
  await signIn(device.sn, secret);
  await vi.waitFor(async () => expect((await rowOf(device.id)).claimHash).not.toBeNull(), 5000);
  expect((await act('unbind')).code).toBe(200);
  expect(await rowOf(device.id)).toMatchObject({ stationId: null, organisationId: null });
  expect(await rowOf(behind.id)).toMatchObject({ ...home, parentId: null, loggerSpeaks: false });
  expect((await owner.get(`/devices/${device.id}`)).error).toBe('deviceNotFound');
  const jobs = await platform.pool.query(`SELECT 1 FROM jobs.job WHERE name = 'devices.forget'`);
  expect(jobs.rows).not.toEqual([]);
  const toForget = () =>
    platform.db.selectFrom('devicesToForget').selectAll().where('deviceId', '=', device.id).execute();
  expect(await toForget()).toMatchObject([{ sn: device.sn, keptFrom: null }]);
  const next = await owned();
  const add = (device: object) => next.post(`/stations/${next.station.id}/devices`, device);
  const input = { sn: device.sn, kind: 'inverter' };
  expect((await add(input)).error).toBe('claimCodeNeeded');
  const { data } = await add({ ...input, claimCode: claimCodeOf(device.sn, secret) });
  await worksSoon(device.sn, data.secret);
  await endsSoon(device.sn, secret);
  expect((await rowOf(device.id)).stationId).toBe(next.station.id);
  // What its next owner's device measures is not deleted with what it measured before.
  expect(await toForget()).toMatchObject([{ keptFrom: new Date(platform.clock.now()) }]);
});

test('nobody signs in first as a device that its owner has unbound, and the owner binds it again without its code', async () => {
  const { device, secret, act, station, post } = await owned();
  await act('unbind');
  await vi.waitUntil(() => directory.byId(device.id)?.stationId === null);
  await expect(signIn(device.sn, 'INVENTED-BY-A-STRANGER')).rejects.toMatchObject(refused);
  const stranger = await owned();
  const input = { sn: device.sn, kind: 'inverter' };
  expect((await stranger.post(`/stations/${stranger.station.id}/devices`, input)).error).toBe(
    'claimCodeNeeded',
  );
  const { neighbour, theirs } = await customerBeside(station);
  expect((await neighbour.post(`/stations/${theirs.id}/devices`, input)).error).toBe('claimCodeNeeded');
  expect((await post(`/stations/${station.id}/devices`, input)).code).toBe(200);
  await signIn(device.sn, secret);
  await act('unbind');
  const freedAt = new Date(platform.clock.now() - 8 * DAY_MS);
  await platform.db.updateTable('devices').set({ freedAt }).where('id', '=', device.id).execute();
  expect((await post(`/stations/${station.id}/devices`, input)).error).toBe('claimCodeNeeded');
});

test('nobody binds an inverter that was unbound from behind a stick by its serial number alone', async () => {
  const { home, station, post } = await owned();
  const stick = await makeDevice(platform, { sn: newSn(), kind: 'logger', ...home });
  const inverter = await makeDevice(platform, { sn: newSn(), parentId: stick.id, ...home });
  expect((await post(`/devices/${inverter.id}/unbind`)).code).toBe(200);
  const stranger = await owned();
  const input = { sn: inverter.sn, kind: 'inverter' };
  expect((await stranger.post(`/stations/${stranger.station.id}/devices`, input)).error).toBe('snTaken');
  const { neighbour, theirs } = await customerBeside(station);
  expect((await neighbour.post(`/stations/${theirs.id}/devices`, input)).error).toBe('snTaken');
  expect((await post(`/stations/${station.id}/devices`, input)).code).toBe(200);
});

test('what changes a secret asks who one is, and is written down with its reason, never with the secret', async () => {
  const { device, rotate, act, user } = await owned();
  const { secret } = await rotate();
  const early = { provenAt: new Date(platform.clock.now() - 11 * 60_000) };
  await platform.db.updateTable('sessions').set(early).where('userId', '=', user.id).execute();
  for (const what of ['secret/rotate', 'secret/end-old', 'secret/revoke', 'unbind'])
    expect([what, (await act(what)).error]).toEqual([what, 'stepUpNeeded']);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('objectId', '=', String(device.id))
    .where('allowed', '=', true)
    .execute();
  expect(log).toMatchObject([{ action: 'devices.renewSecret', after: { reason: 'rotated' } }]);
  expect(JSON.stringify([log, await rowOf(device.id)])).not.toContain(secret);
});

test('an API key, however much it may do, neither cuts a device off nor says which connection is believed', async () => {
  const { device, secret, rotate, user, state } = await owned();
  await rotate();
  const program = await asProgram(user, ['devices.view', 'devices.create', 'devices.delete']);
  expect((await program.get(`/devices/${device.id}/secret`)).code).toBe(200);
  for (const what of ['secret/rotate', 'secret/end-old', 'secret/revoke', 'unbind'])
    expect([what, (await program.post(`/devices/${device.id}/${what}`)).error]).toEqual([
      what,
      'noDataPermission',
    ]);
  const link = `/devices/${device.id}`;
  expect((await program.post(`${link}/connection/trust`, { network: HOME })).error).toBe('noDataPermission');
  expect((await program.put(`${link}/networks`, { networks: [] })).error).toBe('noDataPermission');
  await signIn(device.sn, secret);
  expect((await state()).state).toBe('changing');
});

test('a device for which its logger speaks has no secret to rotate or revoke', async () => {
  const { home, ...owner } = await owned();
  const logger = await makeDevice(platform, { sn: newSn(), kind: 'logger', ...home });
  const child = await makeDevice(platform, { sn: newSn(), parentId: logger.id, ...home });
  for (const what of ['rotate', 'revoke'])
    expect((await owner.post(`/devices/${child.id}/secret/${what}`)).error).toBe('deviceHasNoSecret');
  expect((await owner.get(`/devices/${child.id}/secret`)).data).toMatchObject({ state: 'none' });
});

test('sign-ins that are refused are counted on the page of the device until its secret changes', async () => {
  const { device, state, rotate } = await owned();
  const counting = await openFleet(platform);
  const wrong = () => counting.directory.authenticate(device.sn, 'wrong', 'mqtt', HOME);
  for (let n = 0; n < 3; n += 1) await expect(wrong()).rejects.toMatchObject(refused);
  await counting.stop();
  expect(await state()).toMatchObject({ refusals: 3, refusedAt: platform.clock.now() });
  await rotate();
  expect(await state()).toMatchObject({ refusals: 0, refusedAt: null });
});

test('a week after a rotation the old secret ends although the new one was never used', async () => {
  const { device, secret, rotate } = await owned();
  const { secret: fresh } = await rotate();
  platform.clock.advance(7 * DAY_MS - 1);
  await signIn(device.sn, secret);
  platform.clock.advance(1);
  await endsSoon(device.sn, secret);
  await signIn(device.sn, fresh);
});
