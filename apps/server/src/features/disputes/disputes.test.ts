import { randomUUID } from 'node:crypto';
import type { OwnDispute } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { newAddress, openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { claimCodeOf } from '../devices/claim-code.ts';
import { mintDeviceSecret, registerDevicesRoutes } from '../devices/index.ts';
import { openFleet } from '../fleet/index.ts';
import { registerDisputesRoutes } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { server, as, asProgram } = await openApi(platform, registerDevicesRoutes, registerDisputesRoutes);
const admin = await as(await makeUser(platform, { role: 'platformAdmin' }));
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const newSn = () => `DSP${randomUUID().slice(0, 12)}`;

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'owner', organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: user.id });
  const client: Client = await as(user);
  const claim = (body: object) =>
    client.post(`/stations/${station.id}/disputes`, { reason: 'It hangs on my wall.', ...body });
  return { user, station, claim, ...client };
}

/** Somebody with a device that has signed in with the registered secret. */
async function holding() {
  const [holder, sn] = [await someone(), newSn()];
  const { data } = await holder.post(`/stations/${holder.station.id}/devices`, { sn, kind: 'inverter' });
  const { id } = data.device as { id: number };
  await vi.waitUntil(() => fleet.directory.byId(id));
  await fleet.directory.authenticate(sn, data.secret, 'mqtt', newAddress());
  await vi.waitFor(async () => expect((await rowOf(id)).claimHash).not.toBeNull(), 5000);
  return { holder, id, sn, secret: data.secret as string };
}

const rowOf = (id: number) =>
  platform.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const contendersOf = (deviceId: number) =>
  platform.db.selectFrom('deviceContenders').selectAll().where('deviceId', '=', deviceId).execute();
const disputeOf = async (sn: string) => {
  const { data } = await admin.get('/platform/disputes?pageSize=200');
  return data.rows.find((row: { sn: string }) => row.sn === sn);
};
const messagesTo = async (user: { email: string | null }) => {
  const rows = await platform.db
    .selectFrom('outbox')
    .select('template')
    .where('recipient', '=', user.email!)
    .orderBy('id')
    .execute();
  return rows.map(({ template }) => template);
};

test('disputes do not tell whether a serial exists', async () => {
  const [{ sn }, claimant] = [await holding(), await someone()];
  const free = newSn();
  const answers = [await claimant.claim({ sn }), await claimant.claim({ sn: free })];
  expect(answers[0]).toEqual(answers[1]);
  const own = (await claimant.get('/disputes')).data.rows as object[];
  const plain = own.map((row) => ({ ...row, id: 0, sn: '' }));
  expect(plain).toHaveLength(2);
  expect(plain[0]).toEqual(plain[1]);
  expect(Object.keys(plain[0]!).toSorted()).toEqual(
    ['createdAt', 'decidedAt', 'id', 'reason', 'sn', 'state', 'station'].toSorted(),
  );
});

test('who sees a station no longer is not told how it is called now', async () => {
  const claimant = await someone();
  await claimant.claim({ sn: newSn() });
  const named = async () => (await claimant.get('/disputes')).data.rows.map((row: OwnDispute) => row.station);
  expect(await named()).toEqual([{ id: claimant.station.id, name: claimant.station.name }]);
  await platform.db
    .updateTable('stations')
    .set({ ownerId: null, name: 'Next owner', organisationId: (await makeOrganisation(platform)).id })
    .where('id', '=', claimant.station.id)
    .execute();
  expect(await named()).toEqual([null]);
});

test('nobody opens disputes by lists: five in a day', async () => {
  const claimant = await someone();
  for (let n = 0; n < 5; n += 1) expect((await claimant.claim({ sn: newSn() })).code).toBe(200);
  expect((await claimant.claim({ sn: newSn() })).error).toBe('tooManyRequests');
  // Of one network are several people.
  const neighbour = await someone();
  expect((await neighbour.claim({ sn: newSn() })).code).toBe(200);
});

test('the holder is told and answers, the platform sees both sides, and keeps', async () => {
  const [{ holder, id, sn }, claimant, other] = [await holding(), await someone(), await someone()];
  await claimant.claim({ sn, claimCode: '0000000000' });
  expect(await messagesTo(holder.user)).toEqual(['disputeOpened']);
  const [seen] = (await holder.get(`/devices/${id}/disputes`)).data;
  expect(seen).toMatchObject({ reason: 'It hangs on my wall.', proof: 'none', answer: null });
  expect((await other.get(`/devices/${id}/disputes`)).error).toBe('deviceNotFound');
  expect((await claimant.get(`/devices/${id}/disputes`)).error).toBe('deviceNotFound');
  const reply = { disputeId: seen.id, answer: 'I bought it in May.' };
  expect((await claimant.post(`/devices/${id}/disputes/reply`, reply)).error).toBe('deviceNotFound');
  expect((await holder.post(`/devices/${id}/disputes/reply`, reply)).code).toBe(200);
  expect(await disputeOf(sn)).toMatchObject({
    state: 'open',
    proof: 'none',
    answer: 'I bought it in May.',
    claimant: { name: claimant.user.name, station: { id: claimant.station.id } },
    holder: { deviceId: id, station: { id: holder.station.id }, owner: holder.user.name },
  });
  const decide = (who: Client) => who.post(`/disputes/${seen.id}/decide`, { decision: 'keep' });
  expect((await decide(claimant)).error).toBe('noDataPermission');
  expect((await decide(admin)).code).toBe(200);
  expect((await decide(admin)).error).toBe('disputeNotOpen');
  expect((await rowOf(id)).stationId).toBe(holder.station.id);
  expect(await messagesTo(claimant.user)).toEqual(['disputeKept']);
  expect((await claimant.get('/disputes')).data.rows).toMatchObject([{ sn, state: 'kept' }]);
  expect((await holder.get(`/devices/${id}/disputes`)).data).toEqual([]);
});

test('who bought a device shows its present claim code; after the transfer the secret of before opens nothing', async () => {
  const [{ holder, id, sn, secret }, claimant] = [await holding(), await someone()];
  await claimant.claim({ sn, claimCode: claimCodeOf(sn, secret) });
  const open = await disputeOf(sn);
  expect(open.proof).toBe('device');
  expect((await admin.post(`/disputes/${open.id}/decide`, { decision: 'transfer' })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ stationId: claimant.station.id, name: null });
  expect(await messagesTo(holder.user)).toEqual(['disputeOpened', 'disputeLost']);
  expect(await messagesTo(claimant.user)).toEqual(['disputeWon']);
  await vi.waitUntil(() => fleet.directory.byId(id)?.stationId === claimant.station.id);
  await expect(fleet.directory.authenticate(sn, secret, 'mqtt')).rejects.toThrow();
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'stationId'])
    .where('action', 'like', 'disputes.%')
    .where(sql<boolean>`after->>'sn' = ${sn}`)
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'disputes.open', stationId: claimant.station.id },
    { action: 'disputes.decide', stationId: holder.station.id },
  ]);
});

test('a device that a squatter keeps out gets in with its own secret once the dispute is decided for its owner', async () => {
  const [{ holder, id, sn }, owner] = [await holding(), await someone()];
  const real = mintDeviceSecret();
  await expect(fleet.directory.authenticate(sn, real, 'mqtt', '203.0.113.7')).rejects.toThrow();
  const contenders = platform.db.selectFrom('deviceContenders').select('id').where('deviceId', '=', id);
  await vi.waitFor(async () => expect(await contenders.execute()).toHaveLength(1), 5000);
  await owner.claim({ sn, claimCode: claimCodeOf(sn, real) });
  const open = await disputeOf(sn);
  expect(open).toMatchObject({ proof: 'contender', contenderNetwork: '203.0.113.0/24' });
  const release = { disputeId: open.id };
  expect((await holder.post(`/devices/${id}/disputes/release`, release)).code).toBe(200);
  await vi.waitUntil(() => fleet.directory.byId(id)?.stationId === owner.station.id);
  expect(await fleet.directory.authenticate(sn, real, 'mqtt')).toMatchObject({ id });
  expect((await owner.get('/disputes')).data.rows).toMatchObject([{ sn, state: 'released' }]);
});

test('a serial number squatted by an ingest key comes to its owner by a dispute', async () => {
  const [squatter, owner] = [await someone(), await someone()];
  const organisationId = squatter.user.organisationId!;
  const key = { id: organisationId, code: 'x', manages: new Set([organisationId]) };
  const [sn, secret] = [newSn(), mintDeviceSecret()];
  const { id } = await fleet.directory.forKey(key, sn);
  const refused = { key: 'wrongDeviceSecret' };
  await expect(fleet.directory.authenticate(sn, secret, 'mqtt', newAddress())).rejects.toMatchObject(refused);
  await vi.waitFor(async () => expect(await contendersOf(id)).toHaveLength(1), 5000);
  const claimCode = claimCodeOf(sn, secret);
  const added = await owner.post(`/stations/${owner.station.id}/devices`, {
    sn,
    kind: 'inverter',
    claimCode,
  });
  expect(added.error).toBe('snTaken');
  await owner.claim({ sn, claimCode });
  const dispute = await disputeOf(sn);
  expect(dispute).toMatchObject({ proof: 'contender', holder: { deviceId: id, station: null } });
  // Nor does it stay refused, which nobody could end at a device of a station.
  await platform.db.updateTable('devices').set({ blockedAt: new Date() }).where('id', '=', id).execute();
  expect((await admin.post(`/disputes/${dispute.id}/decide`, { decision: 'transfer' })).code).toBe(200);
  expect((await rowOf(id)).stationId).toBe(owner.station.id);
  await vi.waitFor(() => fleet.directory.authenticate(sn, secret, 'mqtt', newAddress()), 5000);
  await expect(async () => fleet.directory.forKey(key, sn)).rejects.toMatchObject({
    key: 'noDataPermission',
  });
});

test('a stolen session does not give a device away without a fresh proof', async () => {
  const [{ holder, id, sn }, thief] = [await holding(), await someone()];
  await thief.claim({ sn });
  const [{ id: disputeId }] = (await holder.get(`/devices/${id}/disputes`)).data;
  const early = { provenAt: new Date(platform.clock.now() - 11 * 60_000) };
  await platform.db.updateTable('sessions').set(early).where('userId', '=', holder.user.id).execute();
  const released = await holder.post(`/devices/${id}/disputes/release`, { disputeId });
  expect(released.error).toBe('stepUpNeeded');
  expect((await rowOf(id)).stationId).toBe(holder.station.id);
});

test('a program neither claims devices nor answers for their holder', async () => {
  const [{ holder, id, sn }, claimant] = [await holding(), await someone()];
  const robot = await asProgram(claimant.user, ['devices.create']);
  const claim = { sn, reason: 'It hangs on my wall.' };
  expect((await robot.post(`/stations/${claimant.station.id}/disputes`, claim)).error).toBe(
    'noDataPermission',
  );
  await claimant.claim({ sn });
  const [{ id: disputeId }] = (await holder.get(`/devices/${id}/disputes`)).data;
  const reply = { disputeId, answer: 'It is ours.' };
  const answering = await asProgram(holder.user, ['devices.create']);
  expect((await answering.post(`/devices/${id}/disputes/reply`, reply)).error).toBe('noDataPermission');
});

test('a claimant who has sold the station since puts no device into it', async () => {
  const [{ holder, id, sn }, claimant] = [await holding(), await someone()];
  await claimant.claim({ sn });
  const buyer = await someone();
  await platform.db
    .updateTable('stations')
    .set({ ownerId: buyer.user.id, organisationId: buyer.station.organisationId })
    .where('id', '=', claimant.station.id)
    .execute();
  const [open] = (await holder.get(`/devices/${id}/disputes`)).data;
  const release = await holder.post(`/devices/${id}/disputes/release`, { disputeId: open.id });
  expect(release.error).toBe('stationNotFound');
  const decide = await admin.post(`/disputes/${open.id}/decide`, { decision: 'transfer' });
  expect(decide.error).toBe('stationNotFound');
  expect((await rowOf(id)).stationId).toBe(holder.station.id);
});

test('who has lost a disputed device while the answer waited for its turn neither answers nor gives it away', async () => {
  const [{ holder, id, sn }, claimant, next] = [await holding(), await someone(), await someone()];
  await claimant.claim({ sn });
  const [{ id: disputeId }] = (await holder.get(`/devices/${id}/disputes`)).data;
  // Somebody else works at the dispute.
  const gate = await platform.pool.connect();
  await gate.query('BEGIN');
  await gate.query('SELECT 1 FROM disputes WHERE id = $1 FOR UPDATE', [disputeId]);
  const asked = [
    holder.post(`/devices/${id}/disputes/reply`, { disputeId, answer: 'It is mine.' }),
    holder.post(`/devices/${id}/disputes/release`, { disputeId }),
  ];
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 2);
  await gate.query('UPDATE devices SET station_id = $1, organisation_id = $2 WHERE id = $3', [
    next.station.id,
    next.station.organisationId,
    id,
  ]);
  await gate.query('COMMIT');
  gate.release();
  expect((await Promise.all(asked)).map(({ error }) => error)).toEqual(['deviceNotFound', 'deviceNotFound']);
  expect(await disputeOf(sn)).toMatchObject({ state: 'open', answer: null });
  expect((await rowOf(id)).stationId).toBe(next.station.id);
});

test('a dispute is over the device of its serial number, and not over another one that comes into its place', async () => {
  const [{ holder, id, sn }, claimant] = [await holding(), await someone()];
  await claimant.claim({ sn });
  const next = newSn();
  expect((await holder.post(`/devices/${id}/replace`, { sn: next })).code).toBe(200);
  expect((await holder.get(`/devices/${id}/disputes`)).data).toEqual([]);
  const open = await disputeOf(sn);
  expect(open.holder).toMatchObject({ station: null });
  const release = await holder.post(`/devices/${id}/disputes/release`, { disputeId: open.id });
  expect(release.error).toBe('disputeNotOpen');
  expect((await admin.post(`/disputes/${open.id}/decide`, { decision: 'transfer' })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ sn: next, stationId: holder.station.id });
  expect(await rowOf(open.holder.deviceId)).toMatchObject({ sn, stationId: claimant.station.id });
});

test('who loses a device does not take it along with its logger in the moment in which that is decided', async () => {
  const [{ holder, id, sn }, claimant] = [await holding(), await someone()];
  const { organisationId } = holder.user;
  const logger = await makeDevice(platform, { kind: 'logger', organisationId, stationId: holder.station.id });
  await platform.db.updateTable('devices').set({ parentId: logger.id }).where('id', '=', id).execute();
  const other = await makeStation(platform, { organisationId: organisationId!, ownerId: holder.user.id });
  await claimant.claim({ sn });
  const { id: disputeId } = await disputeOf(sn);
  const waits = (count: number) =>
    vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
  const decided = admin.post(`/disputes/${disputeId}/decide`, { decision: 'transfer' });
  await waits(1);
  const moved = holder.post(`/devices/${logger.id}/move`, { stationId: other.id });
  await waits(2);
  await gate.query('COMMIT');
  gate.release();
  expect([(await decided).code, (await moved).code]).toEqual([200, 200]);
  expect(await rowOf(id)).toMatchObject({
    stationId: claimant.station.id,
    organisationId: claimant.user.organisationId,
  });
});
