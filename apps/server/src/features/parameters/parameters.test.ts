import { parameterWord, profileById, type Profile } from '@sunfleet/device-model';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { testPlatform } from '../../../test/harness.ts';
import { answerCommand, answerFrom, makeHybrid, makeSettable } from '../../../test/hybrid-kit.ts';
import type { DeviceReply, DeviceRequest } from '../../platform/links/device-links.ts';
import { makeDevice } from '../../../test/makers.ts';
import { registerProposalsRoutes } from '../proposals/index.ts';
import { registerRunsRoutes, workRuns } from '../runs/index.ts';
import { createParametersScript, registerParametersRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_COMMANDS: 'on' });
const { server, someone } = await openApi(
  platform,
  registerParametersRoutes,
  registerRunsRoutes,
  registerProposalsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const profile = profileById('deye-hybrid-3p') as Profile;
const RESERVE = 117;

/** What a device holds, and how it behaves when it is asked. */
interface Device {
  words: Map<number, number>;
  asked: DeviceRequest[];
  /** Instead of the usual answer. */
  behave?: (request: DeviceRequest) => DeviceReply | undefined;
}
const held = new Map<string, Device>();
platform.links.serve((sn, request, { beforeSending }) => {
  const device = held.get(sn);
  if (!device) return undefined;
  return (async (): Promise<DeviceReply> => {
    try {
      await beforeSending();
    } catch {
      return { ok: false, failure: 'stopped', sent: false };
    }
    device.asked.push(request);
    return device.behave?.(request) ?? answerFrom(device.words, request);
  })();
});

/** A hybrid behind a logger of somebody's organisation. */
async function plant(organisationId: number) {
  const { id, logger } = await makeHybrid(platform, { organisationId });
  const state: Device = { words: new Map([[RESERVE, 20]]), asked: [] };
  held.set(logger.sn, state);
  return { id, logger, state };
}

const script = createParametersScript(platform, { looksMs: [0, 0] });
const scripts = everyKind(script);
const work = () => workRuns(platform, scripts, new AbortController().signal);
const writes = ({ asked }: Device) =>
  asked.filter((one) => one.type === 'modbusWrite' || (one.type === 'command' && one.name.endsWith('write')));

beforeEach(() => platform.clock.advance(86_400_000));

test('parameters of a device are listed by its profile and read from it', async () => {
  const installer = await someone('installer');
  const { id, state } = await plant(installer.organisationId!);
  const { data } = await installer.get(`/devices/${id}/parameters`);
  expect(data.parameters).toHaveLength(profile.writes.length);
  expect(data.parameters.find(({ key }: { key: string }) => key === 'work.mode')).toMatchObject({
    form: 'choice',
    risk: 'low',
    maySet: true,
    choices: expect.arrayContaining([{ value: 0, word: 'exportFirst' }]),
  });
  state.words.set(148, 805);
  // It lacks the register of the export limit.
  state.behave = (request) =>
    request.type === 'modbusRead' && request.addr === 231
      ? { ok: false, failure: 'refused', sent: true }
      : undefined;
  const read = await installer.post(`/devices/${id}/parameters/read`, {});
  const values = new Map(read.data.values.map((one: { key: string }) => [one.key, one]));
  expect(values.get('battery.reserve')).toMatchObject({ value: 20, failure: null });
  expect(values.get('schedule.1.start')).toMatchObject({ value: 485 });
  expect(values.get('export.limit')).toMatchObject({ value: null, failure: 'refused' });
  expect(values.size).toBe(profile.writes.length);
});

test('a parameter is set once, read before and after, and the log and the page say it', async () => {
  const owner = await someone('installer');
  const { id, state } = await plant(owner.organisationId!);
  const path = `/devices/${id}/parameters`;
  const changes = [{ key: 'battery.reserve', value: 35 }];
  const { data, code } = await owner.post(path, { changes, reason: 'Winter' });
  expect(code).toBe(200);
  await work();
  const run = await owner.get(`/runs/${data.runId}`);
  expect(run.data).toMatchObject({ state: 'finished', devices: { done: 1, failed: 0 }, mayDirect: true });
  const devices = await owner.get(`/runs/${data.runId}/devices`);
  expect(devices.data.rows[0].steps).toMatchObject([
    { key: 'battery.reserve', state: 'done', before: 20, after: 35, failure: null },
  ]);
  expect(state.words.get(RESERVE)).toBe(35);
  expect(writes(state)).toHaveLength(1);
  const list = (await owner.get(path)).data;
  expect(list.budget).toMatchObject({ used: 1 });
  expect(list.changes[0]).toMatchObject({
    before: 20,
    after: 35,
    reason: 'Winter',
    by: { id: owner.user.id },
  });
  const rows = await platform.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'parameters.set')
    .where('objectId', '=', String(id))
    .execute();
  expect(rows).toMatchObject([{ before: { parameter: 'battery.reserve', value: 20 }, after: { value: 35 } }]);
  // What is so already is not written again.
  await owner.post(path, { changes });
  await work();
  expect(writes(state)).toHaveLength(1);
});

test.each([
  [{ key: 'battery.reserve', value: 101 }, 'invalidInput'],
  [{ key: 'battery.reserve', value: 20.5 }, 'invalidInput'],
  [{ key: 'work.mode', value: 7 }, 'invalidInput'],
  [{ key: 'nothing', value: 7 }, 'parameterNotFound'],
  [{ key: 'grid.voltageMax', value: 250 }, 'parameterDangerous'],
])('%j is refused: %s', async (change, error) => {
  const installer = await someone('installer');
  const { id, state } = await plant(installer.organisationId!);
  expect((await installer.post(`/devices/${id}/parameters`, { changes: [change] })).error).toBe(error);
  expect(state.asked).toEqual([]);
});

test('what may harm something waits for a second person, who runs it', async () => {
  const first = await someone('installer');
  const second = await someone('installer', { organisationId: first.organisationId });
  const { id, state } = await plant(first.organisationId!);
  const owner = await someone('owner', { organisationId: first.organisationId });
  const body = { changes: [{ key: 'grid.voltageMax', value: 253 }], reason: 'Grid operator' };
  const path = `/devices/${id}/parameters/dangerous`;
  expect((await owner.post(path, body)).error).toBe('noDataPermission');
  expect((await first.post(path, body)).error).toBe('secondPersonNeeded');
  await work();
  expect(writes(state)).toEqual([]);
  const [proposal] = (await second.get('/proposals')).data;
  const approve = { digest: proposal.digest };
  expect((await second.post(`/proposals/${proposal.id}/accept`, approve)).code).toBe(200);
  await work();
  expect(state.words.get(185)).toBe(parameterWord({ type: 'u16', scale: 0.1 }, 253));
});

test('what was approved for a device is not set on the one that came into its place', async () => {
  const first = await someone('installer');
  const second = await someone('installer', { organisationId: first.organisationId });
  const { id } = await plant(first.organisationId!);
  const body = { changes: [{ key: 'grid.voltageMax', value: 253 }], reason: 'Grid operator' };
  expect((await first.post(`/devices/${id}/parameters/dangerous`, body)).error).toBe('secondPersonNeeded');
  const [{ id: proposal, digest }] = (await second.get('/proposals')).data;
  await platform.db
    .updateTable('devices')
    .set({ sn: `ANOTHER${id}` })
    .where('id', '=', id)
    .execute();
  expect((await second.post(`/proposals/${proposal}/accept`, { digest })).error).toBe('proposalChanged');
});

test('a write of which nobody heard is read back and never sent again', async () => {
  const installer = await someone('installer');
  const { id, state } = await plant(installer.organisationId!);
  state.behave = (request) => {
    if (request.type !== 'modbusWrite') return undefined;
    answerFrom(state.words, request);
    return { ok: false, failure: 'timeout', sent: true };
  };
  const set = async (value: number) => {
    const body = { changes: [{ key: 'battery.reserve', value }] };
    const { data } = await installer.post(`/devices/${id}/parameters`, body);
    await work();
    return (await installer.get(`/runs/${data.runId}/devices`)).data.rows[0];
  };
  expect(await set(40)).toMatchObject({ state: 'done', steps: [{ before: 20, after: 40 }] });
  // It never arrives.
  state.behave = ({ type }) =>
    type === 'modbusWrite' ? { ok: false, failure: 'disconnected', sent: true } : undefined;
  expect(await set(50)).toMatchObject({ state: 'failed', failure: 'disconnected', steps: [{ after: 40 }] });
  // It says yes and keeps what it had.
  state.behave = ({ type }) => (type === 'modbusWrite' ? { ok: true } : undefined);
  expect(await set(60)).toMatchObject({ state: 'failed', failure: 'notKept' });
  // Nothing can be read any more.
  let asked = 0;
  state.behave = () => {
    asked += 1;
    return asked === 1 ? undefined : { ok: false, failure: 'malformed', sent: true };
  };
  expect(await set(70)).toMatchObject({ state: 'unknown', failure: 'malformed' });
  expect(writes(state).map((request) => 'words' in request && request.words)).toEqual([
    [40],
    [50],
    [60],
    [70],
  ]);
});

test('a device that refuses says so, and its memory is spared after so many writes a day', async () => {
  const installer = await someone('installer');
  const { id, state } = await plant(installer.organisationId!);
  const path = `/devices/${id}/parameters`;
  state.behave = ({ type }) =>
    type === 'modbusWrite' ? { ok: false, failure: 'refused', sent: true, detail: 'locked' } : undefined;
  const { data } = await installer.post(path, { changes: [{ key: 'battery.reserve', value: 40 }] });
  await work();
  const [row] = (await installer.get(`/runs/${data.runId}/devices`)).data.rows;
  expect(row).toMatchObject({ state: 'failed', failure: 'refused', detail: 'locked' });
  const now = new Date(platform.clock.now());
  const written = { at: now, deviceId: id, writes: true, state: 'done', sentAt: now } as const;
  await platform.db
    .insertInto('commands')
    .values(
      Array.from({ length: 39 }, () => ({
        ...written,
        userId: null,
        organisationId: null,
        stationId: null,
        key: null,
        request: null,
        deadline: null,
        endedAt: null,
        reply: null,
      })),
    )
    .execute();
  expect((await installer.post(path, { changes: [{ key: 'battery.reserve', value: 41 }] })).error).toBe(
    'writeBudgetSpent',
  );
});

test('what has not begun within two minutes does not begin; who waits is told for whom', async () => {
  const installer = await someone('installer');
  const other = await someone('installer', { organisationId: installer.organisationId });
  const { id, state } = await plant(installer.organisationId!);
  const path = `/devices/${id}/parameters`;
  const { promise, resolve } = Promise.withResolvers<DeviceReply>();
  const { promise: atDevice, resolve: arrived } = Promise.withResolvers<void>();
  state.behave = ({ type }) => {
    if (type !== 'modbusWrite') return undefined;
    arrived();
    return promise as unknown as DeviceReply;
  };
  const first = await installer.post(path, { changes: [{ key: 'battery.reserve', value: 40 }] });
  const working = work();
  await atDevice;
  const second = await other.post(path, { changes: [{ key: 'battery.reserve', value: 50 }] });
  expect((await other.get(path)).data.queue).toMatchObject([
    { runId: first.data.runId, running: true, by: { id: installer.user.id } },
    { runId: second.data.runId, running: false, by: { id: other.user.id } },
  ]);
  const [row] = (await other.get(`/runs/${second.data.runId}/devices`)).data.rows;
  expect(row).toMatchObject({ state: 'waiting', behind: { by: { id: installer.user.id } } });
  platform.clock.advance(120_001);
  state.behave = undefined;
  state.words.set(RESERVE, 40);
  resolve({ ok: true });
  await working;
  expect((await other.get(`/runs/${second.data.runId}`)).data.devices).toMatchObject({ expired: 1 });
  expect(writes(state)).toHaveLength(1);
});

test('everyday parameters of all devices of a family are set, each with its result; others are left alone', async () => {
  const installer = await someone('installer');
  const [first, second] = [await plant(installer.organisationId!), await plant(installer.organisationId!)];
  const other = await plant(installer.organisationId!);
  await platform.db
    .updateTable('devices')
    .set({ profileId: 'deye-string' })
    .where('id', '=', other.id)
    .execute();
  second.state.behave = (request) =>
    request.type === 'modbusWrite' ? { ok: false, failure: 'refused', sent: true } : undefined;
  const deviceIds = [first.id, second.id, other.id];
  const set = (body: object) =>
    installer.post('/devices/several/parameters', {
      target: { deviceIds },
      profileId: profile.id,
      changes: [{ key: 'battery.reserve', value: 35 }],
      ...body,
    });
  const { data } = await set({ reason: 'Winter' });
  expect(data.devices).toBe(2);
  await work();
  const { rows } = (await installer.get(`/runs/${data.runId}/devices`)).data;
  const byId = new Map(rows.map((row: { device: { id: number } }) => [row.device.id, row]));
  expect(byId.get(first.id)).toMatchObject({ state: 'done', steps: [{ before: 20, after: 35 }] });
  expect(byId.get(second.id)).toMatchObject({ state: 'failed', failure: 'refused' });
  expect([first.state.words.get(RESERVE), other.state.asked]).toEqual([35, []]);
  const stranger = await someone('installer');
  const changes = [{ key: 'battery.reserve', value: 35 }];
  const others = { target: { deviceIds }, profileId: profile.id, changes };
  expect((await stranger.post('/devices/several/parameters', others)).error).toBe('deviceNotFound');
  expect((await set({ changes: [{ key: 'grid.voltageMax', value: 253 }] })).error).toBe('parameterDangerous');
  expect((await set({ changes: [{ key: 'battery.reserve', value: 101 }] })).error).toBe('invalidInput');
  expect((await set({ profileId: 'tsun-micro' })).error).toBe('parametersUnsupported');
  const { id: byCommands } = await makeSettable(platform, installer.organisationId!);
  const family = { profileId: 'device-api', target: { deviceIds: [...deviceIds, byCommands] } };
  expect((await set(family)).data.devices).toBe(1);
  expect((await set({ target: { deviceIds: [other.id] } })).error).toBe('runWithoutDevices');
});

/** A hybrid of the device API of somebody's organisation. */
async function commanded(organisationId: number) {
  const { id, sn, parameters } = await makeSettable(platform, organisationId);
  const state: Device = {
    words: new Map(),
    asked: [],
    behave: (request) => answerCommand(parameters, request),
  };
  held.set(sn, state);
  return { id, state, settings: parameters.settings as Record<string, number>, parameters };
}

test('a device of the device API is read and set by commands under the same rules', async () => {
  const installer = await someone('installer');
  const { id, state, settings, parameters } = await commanded(installer.organisationId!);
  const path = `/devices/${id}/parameters`;
  parameters.keys = parameters.keys.filter((key) => key !== 'export.limit');
  const { values } = (await installer.post(`${path}/read`, {})).data;
  const told = new Map(values.map((one: { key: string }) => [one.key, one]));
  expect(told.get('battery.reserve')).toMatchObject({ value: 20, failure: null, readOnly: false });
  expect(told.get('export.limit')).toMatchObject({ value: null, failure: 'refused' });
  expect(told.get('grid.reconnectTime')).toMatchObject({ value: 60, readOnly: true });
  const set = async (key: string, value: number) => {
    const { data, error } = await installer.post(path, { changes: [{ key, value }] });
    if (error) return error;
    await work();
    return (await installer.get(`/runs/${data.runId}/devices`)).data.rows[0];
  };
  expect(await set('battery.reserve', 35)).toMatchObject({
    state: 'done',
    steps: [{ key: 'battery.reserve', before: 20, after: 35 }],
  });
  expect(settings['battery.reserve']).toBe(35);
  // Reading alone takes no right to write and is not counted as a write.
  const listed = (await installer.get(path)).data;
  expect([listed.budget.used, listed.changes[0].after]).toEqual([1, 35]);
  expect(await set('battery.reserve', 35)).toMatchObject({ steps: [{ state: 'same' }] });
  expect(await set('export.limit', 10)).toMatchObject({ state: 'failed', failure: 'refused' });
  expect(await set('battery.reserve', 101)).toBe('invalidInput');
  // What was sent and not answered is read back, and never sent again.
  const usual = state.behave!;
  state.behave = (request) => {
    const reply = usual(request);
    const isWrite = request.type === 'command' && request.name === 'parameters.write';
    return isWrite ? { ok: false, failure: 'timeout', sent: true } : reply;
  };
  expect(await set('battery.reserve', 40)).toMatchObject({
    state: 'done',
    steps: [{ before: 35, after: 40 }],
  });
  expect(writes(state)).toHaveLength(2);
});

test('an item that a device lets nobody set is read only', async () => {
  const first = await someone('installer');
  const second = await someone('installer', { organisationId: first.organisationId });
  const { id, state } = await commanded(first.organisationId!);
  const body = { changes: [{ key: 'grid.reconnectTime', value: 90 }], reason: '' };
  expect((await first.post(`/devices/${id}/parameters/dangerous`, body)).error).toBe('secondPersonNeeded');
  const [{ id: proposal, digest }] = (await second.get('/proposals')).data;
  expect((await second.post(`/proposals/${proposal}/accept`, { digest })).code).toBe(200);
  await work();
  const [change] = (await first.get(`/devices/${id}/parameters`)).data.changes;
  expect(change).toMatchObject({ state: 'failed', failure: 'readOnly', before: 60 });
  expect(writes(state)).toEqual([]);
});

test('a device of an unknown family, and one whose address another one has as well, are asked nothing', async () => {
  const installer = await someone('installer');
  const { id, logger, state } = await plant(installer.organisationId!);
  const home = { organisationId: installer.organisationId, stationId: logger.stationId, parentId: logger.id };
  const unknown = await makeDevice(platform, home);
  expect((await installer.get(`/devices/${unknown.id}/parameters`)).error).toBe('deviceTypeUnknown');
  const twin = await makeDevice(platform, { ...home, profileId: profile.id });
  const path = `/devices/${id}/parameters`;
  const read = async () => (await installer.post(`${path}/read`, { keys: ['battery.reserve'] })).data.values;
  expect(await read()).toMatchObject([{ value: null, failure: 'noAddress' }]);
  const { data } = await installer.post(path, { changes: [{ key: 'battery.reserve', value: 40 }] });
  await work();
  const [row] = (await installer.get(`/runs/${data.runId}/devices`)).data.rows;
  expect([row.failure, state.asked]).toEqual(['noAddress', []]);
  const attributes = JSON.stringify({ slave: '2' });
  await platform.db.updateTable('devices').set({ attributes }).where('id', '=', twin.id).execute();
  expect(await read()).toMatchObject([{ value: 20, failure: null }]);
});
