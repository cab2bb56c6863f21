import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { mintProduct } from '../../../test/route-matrix/mint-of-organisation.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { signIn } from '../accounts/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerInstructionsRoutes } from '../instructions/index.ts';
import { registerLabelsRoutes } from '../labels/index.ts';
import { registerRunsRoutes, workRuns } from '../runs/index.ts';
import { createDeviceScripts, registerSeveralDevicesRoutes } from '../several-devices/index.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { registerDeviceBatchesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(
  platform,
  registerDevicesRoutes,
  registerDeviceBatchesRoutes,
  registerGrantsRoutes,
  registerSeveralDevicesRoutes,
  registerRunsRoutes,
  registerLabelsRoutes,
  registerInstructionsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const { id: organisationId } = await makeOrganisation(platform);
const { id: elsewhere } = await makeOrganisation(platform);
const station = await makeStation(platform, { organisationId, name: 'Almond Farm' });
const barn = await makeStation(platform, { organisationId, name: 'Barn' });
const far = await makeStation(platform, { organisationId: elsewhere });
const at = { organisationId, stationId: station.id };
const one = await makeDevice(platform, { ...at, name: 'One' });
const two = await makeDevice(platform, { ...at, name: 'Two' });
const foreign = await makeDevice(platform, { organisationId: elsewhere, stationId: far.id });
const person = await makeUser(platform, { role: 'organisationAdmin', organisationId });
const admin = await as(person);
const stranger = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId: elsewhere }));

let codes = 0;
async function makeBatch(deviceIds: readonly number[]): Promise<{ id: number; revision: number }> {
  codes += 1;
  const made = await admin.post('/device-batches', {
    code: `line-${codes}`,
    name: `Line ${codes}`,
    deviceIds,
  });
  expect(made.error).toBeUndefined();
  return made.data;
}

const work = () =>
  workRuns(
    platform,
    { ...everyKind(() => Promise.resolve({ state: 'done' })), ...createDeviceScripts(platform) },
    new AbortController().signal,
  );

const logOf = async (runId: number) => {
  const { data } = await admin.get(`/runs/${runId}/devices`);
  return data.rows.map(({ device, state, failure, detail }: never) => ({ device, state, failure, detail }));
};

test('a table says what becomes of serial numbers before they are in a batch', async () => {
  const { id } = await makeBatch([two.id]);
  const sns = [one.sn, two.sn, one.sn, foreign.sn, 'NOBODY-1', ' '];
  const checked = await admin.post('/device-batches/check', { batchId: id, sns });
  expect(checked.data.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'ready',
    'there',
    'duplicate',
    'foreign',
    'unknown',
  ]);
  expect(checked.data[0].device).toMatchObject({ id: one.id, name: 'One', weakSignal: false });
  await platform.db.updateTable('deviceStates').set({ signal: 29 }).where('deviceId', '=', one.id).execute();
  const weak = (await admin.post('/device-batches/check', { sns: [one.sn] })).data[0].device;
  expect(weak).toMatchObject({ station: { name: 'Almond Farm' }, weakSignal: true });
  expect(checked.data[3].device).toBeNull();
  const filtered = await admin.post('/device-batches/check', { batchId: id, filters: { name: 'one' } });
  expect(filtered.data).toMatchObject([{ sn: one.sn, verdict: 'ready' }]);
});

test('devices of a batch are found in the list by it, and counted', async () => {
  const { id, revision } = await makeBatch([one.id]);
  expect(await admin.post(`/device-batches/${id}/devices`, { deviceIds: [one.id, two.id] })).toMatchObject({
    data: { added: 1 },
  });
  const list = await admin.get(`/devices?batch=${id}&sort=name&order=asc`);
  expect(list.data.rows.map(({ name }: { name: string }) => name)).toEqual(['One', 'Two']);
  expect(list.data.rows[0].batches).toContainEqual({ id, code: `LINE-${codes}`, name: `Line ${codes}` });
  expect((await admin.get(`/device-batches/${id}`)).data).toMatchObject({ devices: 2, online: 0 });
  await admin.post(`/device-batches/${id}/devices/remove`, { deviceIds: [one.id] });
  expect((await admin.get(`/device-batches?q=line-${codes}`)).data.rows).toMatchObject([{ id, devices: 1 }]);
  const batch = { code: `LINE-${codes}`, name: 'Renamed' };
  expect((await admin.put(`/device-batches/${id}`, { batch, revision })).data.name).toBe('Renamed');
  expect((await admin.put(`/device-batches/${id}`, { batch, revision })).error).toBe('deviceBatchChanged');
});

test('a code is there once, and nobody else sees batch or devices', async () => {
  const { id } = await makeBatch([one.id]);
  const again = { code: `line-${codes}`, name: 'Again' };
  expect((await admin.post('/device-batches', again)).error).toBe('deviceBatchCodeTaken');
  const theirs = { code: 'X', name: 'X', deviceIds: [foreign.id] };
  expect((await admin.post('/device-batches', theirs)).error).toBe('deviceNotFound');
  expect((await stranger.get(`/device-batches/${id}`)).error).toBe('deviceBatchNotFound');
  expect((await stranger.get('/device-batches')).data.total).toBe(0);
  expect((await stranger.get(`/devices?batch=${id}`)).data.total).toBe(0);
  const target = { batchIds: [id] };
  expect((await stranger.post('/devices/several/labels', { target })).error).toBe('deviceBatchNotFound');
});

test.each(['a batch', 'a new batch'])(
  'a device of a station that goes to somebody else at the same moment comes into %s no more',
  async (into) => {
    const { id } = await makeBatch([]);
    const leaving = await makeStation(platform, { organisationId });
    const device = await makeDevice(platform, { organisationId, stationId: leaving.id });
    const next = await makeOrganisation(platform);
    const keeper = await as(await makeUser(platform, { role: 'platformAdmin' }));
    const waits = (count: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
    const gate = await platform.pool.connect();
    await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const moved = keeper.put(`/stations/${leaving.id}/organisation`, { organisationCode: next.code });
    await waits(1);
    const deviceIds = [device.id];
    const put =
      into === 'a batch'
        ? admin.post(`/device-batches/${id}/devices`, { deviceIds })
        : admin.post('/device-batches', { code: `race-${id}`, name: 'Race', deviceIds });
    await waits(2);
    await gate.query('COMMIT');
    gate.release();
    expect([(await moved).code, (await put).error]).toEqual([200, 'deviceNotFound']);
    const kept = platform.db.selectFrom('deviceBatchDevices').select('batchId');
    expect(await kept.where('deviceId', '=', device.id).execute()).toEqual([]);
  },
);

test('a batch holds a thousand devices and not one more', async () => {
  const { id } = await makeBatch([]);
  const made = await platform.db
    .insertInto('devices')
    .values(
      Array.from({ length: LIMITS.devicesPerBatch }, (_, n) => ({
        sn: `FULL-${n}`,
        kind: 'inverter' as const,
        organisationId,
        stationId: station.id,
      })),
    )
    .returning('id')
    .execute();
  const deviceIds = made.map((row) => row.id);
  expect((await admin.post(`/device-batches/${id}/devices`, { deviceIds })).data.added).toBe(
    deviceIds.length,
  );
  expect((await admin.post(`/device-batches/${id}/devices`, { deviceIds: [one.id] })).error).toBe(
    'deviceBatchFull',
  );
  await platform.db.deleteFrom('devices').where('id', 'in', deviceIds).execute();
});

test('a device is in fifty batches of an organisation, because lists name all of them', async () => {
  const device = await makeDevice(platform, at);
  const made = await platform.db
    .insertInto('deviceBatches')
    .values(
      Array.from({ length: LIMITS.batchesPerDevice }, (_, n) => ({
        organisationId,
        code: `MANY-${n}`,
        name: `Many ${n}`,
        remark: '',
        userId: person.id,
        createdAt: new Date(),
      })),
    )
    .returning('id')
    .execute();
  for (const { id } of made) {
    const { data } = await admin.post(`/device-batches/${id}/devices`, { deviceIds: [device.id] });
    expect(data).toEqual({ added: 1 });
  }
  const { id } = await makeBatch([]);
  const put = { deviceIds: [one.id, device.id] };
  const refused = await admin.post(`/device-batches/${id}/devices`, put);
  expect([refused.error, refused.msg]).toEqual(['deviceInManyBatches', expect.stringContaining(device.sn)]);
  expect((await admin.post('/device-batches', { code: 'more', name: 'More', ...put })).error).toBe(
    'deviceInManyBatches',
  );
  // Saying once more what is so already harms nothing.
  expect((await admin.post(`/device-batches/${made[0]!.id}/devices`, put)).data).toEqual({ added: 1 });
  const list = await admin.get(`/devices?batch=${made[0]!.id}&sn=${device.sn}`);
  expect(list.data.rows[0].batches).toHaveLength(LIMITS.batchesPerDevice);
  const ids = made.map((batch) => batch.id);
  await platform.db.deleteFrom('deviceBatches').where('id', 'in', ids).execute();
});

test('what is done to a batch is a run with a result for each device, and stands in its log', async () => {
  const logger = await makeDevice(platform, { ...at, kind: 'logger' });
  const below = await makeDevice(platform, { ...at, parentId: logger.id });
  const { id } = await makeBatch([logger.id, below.id]);
  const started = await admin.post('/devices/several/move', {
    target: { batchIds: [id] },
    stationId: barn.id,
  });
  expect(started.data.devices).toBe(1);
  await work();
  const moved = await admin.get(`/devices?batch=${id}`);
  expect(
    moved.data.rows.map((row: { station: { name: string }; parent: unknown }) => row.station.name),
  ).toEqual(['Barn', 'Barn']);
  expect((await admin.get(`/devices/${below.id}`)).data.parent.id).toBe(logger.id);
  const label = await admin.post('/labels', { name: 'Line 7', color: '#112233' });
  const target = { batchIds: [id] };
  const labelled = await admin.post('/devices/several/labels', { target, add: [label.data.id] });
  await work();
  expect(await logOf(labelled.data.runId)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  const log = await admin.get(`/runs?batchId=${id}`);
  expect(log.data.rows.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['label', 'Line 7'],
    ['move', 'Barn'],
  ]);
  const headers = { authorization: `Bearer ${await signIn(platform, person)}`, 'accept-language': 'en-US' };
  const file = await server.app.inject({ url: `/api/runs/${labelled.data.runId}/file`, headers });
  expect(file.body.split('\r\n')).toHaveLength(4);
  expect(file.body).toContain(`${logger.sn},,Done,1,`);
});

test('a device that refuses keeps no other one back, and its row says why', async () => {
  const owned = await makeStation(platform, {
    organisationId,
    ownerId: (await makeUser(platform, { role: 'owner' })).id,
  });
  const stays = await makeDevice(platform, { organisationId, stationId: owned.id });
  const goes = await makeDevice(platform, at);
  const target = { deviceIds: [stays.id, goes.id] };
  const { data } = await admin.post('/devices/several/move', { target, stationId: barn.id });
  await work();
  const rows = await logOf(data.runId);
  expect(rows.map(({ state }: { state: string }) => state).toSorted()).toEqual(['done', 'failed']);
  expect(rows.find(({ state }: { state: string }) => state === 'failed')).toMatchObject({
    device: { id: stays.id },
    failure: 'denied',
    detail: expect.stringContaining('owner'),
  });
});

test('devices get a product together and take from it what nobody typed; one of another kind refuses', async () => {
  const product = await mintProduct(platform.db, organisationId, 'for many');
  const named = await makeDevice(platform, { ...at, kind: 'inverter', model: 'Typed', manufacturer: null });
  const meter = await makeDevice(platform, { ...at, kind: 'meter' });
  const target = { deviceIds: [named.id, meter.id] };
  const { data } = await admin.post('/devices/several/product', { target, productId: product });
  await work();
  const rows = await logOf(data.runId);
  expect(rows.find((row: { state: string }) => row.state === 'failed')).toMatchObject({
    device: { id: meter.id },
    failure: 'denied',
  });
  const device = (await admin.get(`/devices/${named.id}`)).data;
  expect(device).toMatchObject({ model: 'Typed', product: { id: product } });
  expect(device.manufacturer).not.toBeNull();
  const unknown = await stranger.post('/devices/several/product', { target, productId: product });
  expect(unknown.error).toBe('productNotFound');
});

test('unbound devices leave their batches, and their numbers stay in the log', async () => {
  const gone = await makeDevice(platform, { ...at, name: 'Gone' });
  const { id } = await makeBatch([gone.id]);
  const { data } = await admin.post('/devices/several/unbind', { target: { batchIds: [id] } });
  await work();
  expect((await admin.get(`/device-batches/${id}`)).data.devices).toBe(0);
  expect(await logOf(data.runId)).toMatchObject([{ device: { sn: gone.sn, name: null }, state: 'done' }]);
  // A server that was killed before it said so does it again.
  await platform.db
    .updateTable('runDevices')
    .set({ state: 'waiting' })
    .where('runId', '=', data.runId)
    .execute();
  await platform.db
    .updateTable('runs')
    .set({ state: 'executing', endedAt: null })
    .where('id', '=', data.runId)
    .execute();
  await work();
  expect(await logOf(data.runId)).toMatchObject([{ state: 'done' }]);
  // The station goes to somebody who binds it there again, and puts another one into its place.
  const sn = `NEXT-${gone.id}`;
  const replaced = {
    deviceId: gone.id,
    stationId: station.id,
    oldSn: gone.sn,
    newSn: sn,
    old: '{}',
    reason: '',
  };
  await platform.db
    .insertInto('deviceReplacements')
    .values({ ...replaced, replacedAt: new Date(platform.clock.now() + 1) })
    .execute();
  await platform.db.updateTable('devices').set({ sn }).where('id', '=', gone.id).execute();
  expect(await logOf(data.runId)).toMatchObject([{ device: { sn: gone.sn, name: null } }]);
});

test('what others moved after a run began stays where they put it', async () => {
  const field = await makeStation(platform, { organisationId });
  const [taken, moved, same] = [await plain(), await plain(), await plain()];
  const target = { deviceIds: [taken.id, same.id] };
  const unbinding = (await admin.post('/devices/several/unbind', { target })).data.runId;
  const moving = (
    await admin.post('/devices/several/move', { target: { deviceIds: [moved.id] }, stationId: barn.id })
  ).data.runId;
  for (const { id } of [taken, moved]) await admin.post(`/devices/${id}/move`, { stationId: field.id });
  await work();
  const ends = async (runId: number) =>
    (await logOf(runId)).map(({ state, detail }: { state: string; detail: string | null }) => [
      state,
      detail,
    ]);
  const left = ['failed', expect.stringContaining('moved to another station meanwhile')];
  expect((await ends(unbinding)).toSorted()).toEqual([['done', null], left]);
  expect(await ends(moving)).toEqual([left]);
  const places = await platform.db
    .selectFrom('devices')
    .select('stationId')
    .where('id', 'in', [taken.id, moved.id, same.id])
    .orderBy('id')
    .execute();
  expect(places.map(({ stationId }) => stationId)).toEqual([field.id, field.id, null]);
});

const plain = () => makeDevice(platform, { ...at });

test('an instruction set runs on a batch', async () => {
  const target = { batchIds: [(await makeBatch([])).id] };
  const made = await admin.post('/instructions', {
    code: 'READ',
    name: 'Read',
    fn: 3,
    address: 1,
    dangerous: false,
  });
  const set = await admin.post('/instruction-sets', {
    code: 'SET',
    name: 'Set',
    steps: [{ instructionId: made.data.id }],
  });
  const run = () => admin.post(`/instruction-sets/${set.data.id}/run`, { target });
  expect((await run()).error).toBe('runWithoutDevices');
  const known = await makeDevice(platform, { ...at, profileId: 'deye-string' });
  await admin.post(`/device-batches/${target.batchIds[0]}/devices`, { deviceIds: [known.id] });
  expect((await run()).data.devices).toBe(1);
  expect((await admin.get(`/runs?batchId=${target.batchIds[0]}`)).data.total).toBe(1);
});
