import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi, type Answer } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerDisputesRoutes } from '../disputes/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { createCommandBook } from '../links/index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone, as } = await openApi(
  platform,
  registerCommandsRoutes,
  registerDevicesRoutes,
  registerDisputesRoutes,
  registerGrantsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const operator = await someone('platformAdmin', { organisationId: null });
const newSn = () => `STP${randomUUID().slice(0, 12)}`;
const stop = (organisationId: number, who: Pick<typeof operator, 'post'> = operator) =>
  who.post(`/organisations/${organisationId}/commands/stop`, { reason: 'Look first' });
const lift = (organisationId: number) =>
  db
    .updateTable('commandRules')
    .set({ stoppedAt: null, stoppedByPlatform: false })
    .where('organisationId', '=', organisationId)
    .execute();
const homeOf = async (table: 'stations' | 'devices', id: number) =>
  (await db.selectFrom(table).select('organisationId').where('id', '=', id).executeTakeFirstOrThrow())
    .organisationId;

/** An organisation below a root that administers it, with a station of an owner and a device. */
async function plant() {
  const root = await makeOrganisation(platform);
  const { id: organisationId } = await makeOrganisation(platform, root);
  const owner = await makeUser(platform, { role: 'owner', organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: owner.id });
  const device = await makeDevice(platform, { organisationId, stationId: station.id, sn: newSn() });
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const head = await makeUser(platform, { role: 'organisationAdmin', organisationId: root.id });
  const beside = await makeOrganisation(platform, root);
  const place = await makeStation(platform, { organisationId: beside.id });
  return {
    root,
    organisationId,
    station,
    device,
    beside,
    place,
    owner: { ...owner, ...(await as(owner)) },
    admin: await as(admin),
    head: await as(head),
  };
}
type Plant = Awaited<ReturnType<typeof plant>>;

/** A way out of an organisation, and what leaves by it. */
interface Way {
  go: () => Promise<Answer>;
  left: readonly ['stations' | 'devices', number];
}

/** A device of the organisation that one of its keys brought, in no station. */
const byKey = ({ organisationId }: Plant) => makeDevice(platform, { organisationId, sn: newSn() });

const ways: Readonly<Record<string, (plant: Plant) => Promise<Way>>> = {
  'a station into an organisation of its owner alone': async ({ station, owner }) => ({
    go: () => owner.put(`/stations/${station.id}/organisation`, { organisationCode: null }),
    left: ['stations', station.id],
  }),
  'a station into another organisation that accepts it': async ({ station, owner }) => {
    const chief = await someone('organisationAdmin');
    const { code } = await db
      .selectFrom('organisations')
      .select('code')
      .where('id', '=', chief.organisationId)
      .executeTakeFirstOrThrow();
    const { data } = await owner.put(`/stations/${station.id}/organisation`, { organisationCode: code });
    return { go: () => chief.post(`/hand-overs/${data.id}/accept`), left: ['stations', station.id] };
  },
  'a station out of the own organisation of who sold it': async ({
    station,
    owner,
    organisationId,
    beside,
  }) => {
    // Nobody else is in it for more than to look.
    await db
      .updateTable('users')
      .set({ organisationId: beside.id })
      .where('organisationId', '=', organisationId)
      .where('id', '!=', owner.id)
      .execute();
    await db
      .updateTable('organisations')
      .set({ type: 'personal' })
      .where('id', '=', organisationId)
      .execute();
    const buyer = await someone('owner');
    const { data } = await owner.post(`/stations/${station.id}/hand-over`, { account: buyer.user.email });
    return { go: () => buyer.post(`/hand-overs/${data.id}/accept`), left: ['stations', station.id] };
  },
  'a device that is unbound': async ({ device, admin }) => ({
    go: () => admin.post(`/devices/${device.id}/unbind`),
    left: ['devices', device.id],
  }),
  'a device that is given to who claims it': async ({ device, admin }) => {
    const claimant = await someone('owner');
    const { id } = await makeStation(platform, {
      organisationId: claimant.organisationId!,
      ownerId: claimant.user.id,
    });
    await claimant.post(`/stations/${id}/disputes`, { sn: device.sn, reason: 'It hangs on my wall.' });
    const [dispute] = (await admin.get(`/devices/${device.id}/disputes`)).data;
    return {
      go: () => admin.post(`/devices/${device.id}/disputes/release`, { disputeId: dispute.id }),
      left: ['devices', device.id],
    };
  },
  'a device of a key that is added in another organisation': async (made) => {
    const device = await byKey(made);
    return {
      go: () => made.head.post(`/stations/${made.place.id}/devices`, { sn: device.sn, kind: 'inverter' }),
      left: ['devices', device.id],
    };
  },
};

test.each(Object.keys(ways))('%s leaves no organisation that the platform stopped', async (name) => {
  const made = await plant();
  const { organisationId } = made;
  const { go, left } = await ways[name]!(made);
  await stop(organisationId);
  expect(await go()).toMatchObject({ code: 41079, error: 'commandsStopped' });
  expect(await homeOf(...left)).toBe(organisationId);
  await lift(organisationId);
  await stop(organisationId, made.head);
  expect((await go()).code).toBe(200);
  expect(await homeOf(...left)).not.toBe(organisationId);
});

test('nor by what is stopped with a superior', async () => {
  const { root, device, organisationId, admin } = await plant();
  await stop(root.id);
  expect((await admin.post(`/devices/${device.id}/unbind`)).error).toBe('commandsStopped');
  expect(await homeOf('devices', device.id)).toBe(organisationId);
});

test('no device is put in the place of one that would be free, nor one of such an organisation in a place elsewhere', async () => {
  const made = await plant();
  const { device, admin, head, place, beside, organisationId } = made;
  const other = await makeDevice(platform, { organisationId: beside.id, stationId: place.id, sn: newSn() });
  const successor = await byKey(made);
  await stop(organisationId);
  expect((await admin.post(`/devices/${device.id}/replace`, { sn: newSn() })).error).toBe('commandsStopped');
  const put = () => head.post(`/devices/${other.id}/replace`, { sn: successor.sn });
  expect((await put()).error).toBe('commandsStopped');
  expect(await homeOf('devices', successor.id)).toBe(organisationId);
  const rows = await db.selectFrom('devices').select('sn').where('id', 'in', [device.id, other.id]).execute();
  expect(rows.map(({ sn }) => sn).toSorted()).toEqual([device.sn, other.sn].toSorted());
  await lift(organisationId);
  expect((await put()).code).toBe(200);
});

test('what stays under the same stop moves, and everything does where all is stopped', async () => {
  const made = await plant();
  const { head, place, root, beside } = made;
  const [device, next] = [await byKey(made), await byKey(made)];
  const add = ({ sn }: { sn: string }) =>
    head.post(`/stations/${place.id}/devices`, { sn, kind: 'inverter' });
  await stop(root.id);
  expect((await add(device)).code).toBe(200);
  expect(await homeOf('devices', device.id)).toBe(beside.id);
  await lift(root.id);
  await operator.post('/commands/stop', { reason: 'Look first' });
  expect((await add(next)).code).toBe(200);
  await db.deleteFrom('commandRules').where('organisationId', 'is', null).execute();
});

test('who runs the platform takes things out, and decides disputes', async () => {
  const { device, station, organisationId, owner } = await plant();
  const claimant = await someone('owner');
  const wanted = await makeStation(platform, {
    organisationId: claimant.organisationId!,
    ownerId: claimant.user.id,
  });
  await claimant.post(`/stations/${wanted.id}/disputes`, { sn: device.sn, reason: 'It hangs on my wall.' });
  const dispute = await db
    .selectFrom('disputes')
    .select('id')
    .where('sn', '=', device.sn)
    .executeTakeFirstOrThrow();
  await stop(organisationId);
  const decided = await operator.post(`/disputes/${dispute.id}/decide`, { decision: 'transfer' });
  expect(decided.code).toBe(200);
  expect(await homeOf('devices', device.id)).toBe(claimant.organisationId);
  const move = { organisationCode: null };
  expect((await owner.put(`/stations/${station.id}/organisation`, move)).error).toBe('commandsStopped');
  expect((await operator.put(`/stations/${station.id}/organisation`, move)).code).toBe(200);
  expect(await homeOf('stations', station.id)).not.toBe(organisationId);
});

test('what comes into an organisation that is stopped is sent nothing there', async () => {
  const [from, to] = [await plant(), await plant()];
  const chief = await makeUser(platform, { role: 'organisationAdmin', organisationId: to.organisationId });
  const { code } = await db
    .selectFrom('organisations')
    .select('code')
    .where('id', '=', to.organisationId)
    .executeTakeFirstOrThrow();
  const { data } = await from.owner.put(`/stations/${from.station.id}/organisation`, {
    organisationCode: code,
  });
  await stop(to.organisationId);
  const actor = await findUserActor(db, { userId: from.owner.id, at: clock.now() });
  const ask = async () =>
    createCommandBook(platform).open({
      to: { actor: actor!, deviceId: from.device.id },
      request: { type: 'command', name: 'standby', params: {} },
      timeoutMs: 1000,
      idempotencyKey: randomUUID(),
    });
  expect(await ask()).not.toHaveProperty('failure');
  expect((await (await as(chief)).post(`/hand-overs/${data.id}/accept`)).code).toBe(200);
  expect(await ask()).toEqual({ failure: 'stopped' });
});

test.each(Object.keys(ways))('%s stays where a stop comes meanwhile, or has left before it', async (name) => {
  const made = await plant();
  const { organisationId } = made;
  const { go, left } = await ways[name]!(made);
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE changes IN SHARE MODE');
  const leaving = go();
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
  let stopped = false;
  const stopping = stop(organisationId).finally(() => (stopped = true));
  await vi.waitUntil(async () => stopped || (await waitingForLocks(platform)) === 2);
  const cameFirst = stopped;
  await gate.query('COMMIT');
  gate.release();
  expect((await stopping).code).toBe(200);
  expect((await leaving).code).toBe(cameFirst ? 41079 : 200);
  expect((await homeOf(...left)) === organisationId).toBe(cameFirst);
});
