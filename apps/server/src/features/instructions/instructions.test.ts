import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { testPlatform } from '../../../test/harness.ts';
import { answerFrom, makeHybrid } from '../../../test/hybrid-kit.ts';
import type { DeviceReply, DeviceRequest } from '../../platform/links/device-links.ts';
import { registerProposalsRoutes } from '../proposals/index.ts';
import { registerRunsRoutes, workRuns } from '../runs/index.ts';
import { createInstructionsScript, registerInstructionsRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_COMMANDS: 'on' });
const { server, someone } = await openApi(
  platform,
  registerInstructionsRoutes,
  registerRunsRoutes,
  registerProposalsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});
beforeEach(() => platform.clock.advance(86_400_000));

const registers = new Map<string, Map<number, number>>();
const asked: { sn: string; request: DeviceRequest }[] = [];
/** Loggers that are not there. */
const away = new Set<string>();
platform.links.serve((sn, request, { beforeSending }) => {
  const words = registers.get(sn);
  if (!words || away.has(sn)) return undefined;
  return beforeSending().then((): DeviceReply => {
    asked.push({ sn, request });
    return answerFrom(words, request);
  });
});

async function plant(organisationId: number) {
  const made = await makeHybrid(platform, { organisationId });
  const words = new Map([[117, 20]]);
  registers.set(made.logger.sn, words);
  return { ...made, words };
}

const script = createInstructionsScript(platform, { looksMs: [0], secondMs: 0 });
const work = () => workRuns(platform, everyKind(script), new AbortController().signal);
const unique = () => Math.random().toString(36).slice(2, 10);
const reserve = { fn: 16, address: 117, data: '0023', dangerous: false };

async function keep(client: Client, changes: object): Promise<number> {
  const { data } = await client.post('/instructions', { code: unique(), name: 'Reserve 35', ...changes });
  return data.id;
}
const keepSet = async (client: Client, steps: object[]): Promise<number> =>
  (await client.post('/instruction-sets', { code: unique(), name: 'Winter', steps })).data.id;

const runSet = (client: Client, id: number, body: object) => client.post(`/instruction-sets/${id}/run`, body);

test('an instruction is kept with its frame and CRC, changed over what was read, and removed once no set names it', async () => {
  const installer = await someone('installer');
  const admin = await someone('organisationAdmin', { organisationId: installer.organisationId });
  const stranger = await someone('installer');
  const input = { code: 'SOC', name: 'Reserve', fn: 16, address: 117, data: '00 23' };
  const { data } = await installer.post('/instructions', input);
  expect(data).toMatchObject({
    frame: '011000750001020023ecec',
    count: 1,
    dangerous: true,
  });
  expect((await installer.post('/instructions', input)).error).toBe('instructionCodeTaken');
  const path = `/instructions/${data.id}`;
  const edit = { instruction: { ...input, data: '0024' }, revision: 1 };
  expect((await stranger.put(path, edit)).error).toBe('instructionNotFound');
  expect((await installer.put(path, edit)).data).toMatchObject({ data: '0024', revision: 2 });
  expect((await installer.put(path, edit)).error).toBe('instructionChanged');
  const set = await keepSet(installer, [{ instructionId: data.id }]);
  expect((await installer.del(path)).error).toBe('noDataPermission');
  expect((await admin.del(path)).error).toBe('instructionInUse');
  expect((await admin.del(`/instruction-sets/${set}`)).code).toBe(200);
  expect((await admin.del(path)).code).toBe(200);
  expect((await stranger.get('/instructions')).data.total).toBe(0);
});

test.each([
  [{ data: '023' }, 'body.data'],
  [{ data: '0g23' }, 'body.data'],
  [{ data: '' }, 'body.data'],
  [{ address: undefined }, 'body.address'],
  [{ address: 70_000 }, 'body.address'],
  [{ code: '' }, 'body.code'],
  [{ fn: 3, data: '', count: 126 }, 'body.count'],
])('%j is refused at its field', async (changes, path) => {
  const installer = await someone('installer');
  const input = { code: 'SOC', name: 'Reserve', fn: 16, address: 117, data: '0023', ...changes };
  const { error, fields } = await installer.post('/instructions', input);
  expect([error, fields?.[0]?.path]).toEqual(['invalidInput', path]);
});

test('no register is written twice in a set', async () => {
  const installer = await someone('installer');
  const ids = [
    await keep(installer, reserve),
    await keep(installer, { ...reserve, address: 116, data: '00230024' }),
  ];
  const steps = ids.map((instructionId) => ({ instructionId }));
  const { fields } = await installer.post('/instruction-sets', { code: 'X', name: 'X', steps });
  expect(fields).toMatchObject([{ path: 'body.steps.1.instructionId' }]);
});

test('a set runs on devices of a station in its order; the one that is away is tried again alone', async () => {
  const installer = await someone('installer');
  const [first, second] = [await plant(installer.organisationId!), await plant(installer.organisationId!)];
  const steps = [
    { instructionId: await keep(installer, { fn: 3, address: 588, count: 2 }) },
    { instructionId: await keep(installer, reserve), delaySeconds: 2 },
  ];
  const set = await keepSet(installer, steps);
  away.add(second.logger.sn);
  const target = { stationIds: [first.station.id], deviceIds: [second.id] };
  const dry = await runSet(installer, set, { target, dryRun: true });
  expect(dry.data).toMatchObject({ devices: 2 });
  await work();
  expect(first.words.get(117)).toBe(20);
  const { data } = await runSet(installer, set, { target });
  await work();
  const run = `/runs/${data.runId}`;
  expect((await installer.get(run)).data).toMatchObject({
    state: 'finished',
    devices: { done: 1, failed: 1 },
  });
  expect((await installer.get(`${run}/devices?state=done`)).data.rows[0].steps).toMatchObject([
    { state: 'done', answer: '00000000' },
    { state: 'done', before: 20, after: 35 },
  ]);
  expect((await installer.get(`${run}/devices?state=failed`)).data.rows[0]).toMatchObject({
    device: { id: second.id },
    failure: 'notConnected',
  });
  away.clear();
  asked.length = 0;
  await installer.post(`${run}/retry`);
  await work();
  expect(new Set(asked.map(({ sn }) => sn))).toEqual(new Set([second.logger.sn]));
  expect((await installer.get(run)).data.devices).toMatchObject({ done: 2 });
  expect((await installer.get('/runs')).data.rows[0]).toMatchObject({ id: data.runId, kind: 'instructions' });
});

test('a set with danger takes a second person, and so does what the profile knows as dangerous', async () => {
  const installer = await someone('installer');
  const other = await someone('installer', { organisationId: installer.organisationId });
  const { id, words } = await plant(installer.organisationId!);
  const target = { deviceIds: [id] };
  const tame = await keepSet(installer, [
    { instructionId: await keep(installer, { ...reserve, address: 185 }) },
  ]);
  const { data } = await runSet(installer, tame, { target });
  await work();
  expect((await installer.get(`/runs/${data.runId}/devices`)).data.rows[0]).toMatchObject({
    failure: 'notAllowed',
  });
  const wild = await keepSet(installer, [
    { instructionId: await keep(installer, { ...reserve, address: 185, dangerous: true }) },
  ]);
  expect((await runSet(installer, wild, { target })).error).toBe('instructionDangerous');
  expect((await installer.post(`/instruction-sets/${wild}/run-dangerous`, { target })).error).toBe(
    'secondPersonNeeded',
  );
  const [{ id: proposal, digest }] = (await other.get('/proposals')).data;
  expect((await other.post(`/proposals/${proposal}/accept`, { digest })).code).toBe(200);
  await work();
  expect(words.get(185)).toBe(35);
});

test('what was changed since it was shown is not run by an approval', async () => {
  const installer = await someone('installer');
  const other = await someone('installer', { organisationId: installer.organisationId });
  const { id, station, words } = await plant(installer.organisationId!);
  const wild = { code: unique(), name: 'Export', fn: 16, address: 185, data: '0023', dangerous: true };
  const { data: one } = await installer.post('/instructions', wild);
  const set = await keepSet(installer, [{ instructionId: one.id }]);
  const propose = async () => {
    const target = { deviceIds: [id], stationIds: [station.id] };
    expect((await installer.post(`/instruction-sets/${set}/run-dangerous`, { target })).error).toBe(
      'secondPersonNeeded',
    );
    return (await other.get('/proposals')).data.at(-1);
  };
  const accept = ({ id: proposal, digest }: { id: number; digest: string }) =>
    other.post(`/proposals/${proposal}/accept`, { digest });
  const first = await propose();
  expect(JSON.parse(first.input).shown).toMatchObject({
    steps: [{ address: 185, data: '0023' }],
    devices: 1,
  });
  await installer.put(`/instructions/${one.id}`, { instruction: { ...wild, data: '7fff' }, revision: 1 });
  expect((await accept(first)).error).toBe('proposalChanged');
  const second = await propose();
  const added = await makeHybrid(platform, { organisationId: installer.organisationId! });
  await platform.db
    .updateTable('devices')
    .set({ stationId: station.id })
    .where('id', '=', added.id)
    .execute();
  expect((await accept(second)).error).toBe('proposalChanged');
  const third = await propose();
  // Another device came into the place of one.
  await platform.db
    .updateTable('devices')
    .set({ sn: `NEXT-${unique()}` })
    .where('id', '=', id)
    .execute();
  expect((await accept(third)).error).toBe('proposalChanged');
  await work();
  expect(words.get(185)).toBeUndefined();
  expect((await accept(await propose())).code).toBe(200);
  await work();
  expect(words.get(185)).toBe(0x7fff);
});

test.each([
  ['a register that its profile does not know', { ...reserve, address: 4000 }],
  ['a register beside the one that it knows', { ...reserve, data: '00230001' }],
  ['a value out of the range of the setting', { ...reserve, data: 'ffff' }],
])('alone nobody writes %s, whatever the author of the instruction said', async (_, instruction) => {
  const installer = await someone('installer');
  const { id, words } = await plant(installer.organisationId!);
  const set = await keepSet(installer, [{ instructionId: await keep(installer, instruction) }]);
  const { data } = await runSet(installer, set, { target: { deviceIds: [id] } });
  await work();
  expect((await installer.get(`/runs/${data.runId}/devices`)).data.rows[0]).toMatchObject({
    failure: 'notAllowed',
  });
  expect(words).toEqual(new Map([[117, 20]]));
});

test('devices of others are not found, and a set for nobody does not run', async () => {
  const installer = await someone('installer');
  const stranger = await plant((await someone('installer')).organisationId!);
  const set = await keepSet(installer, [{ instructionId: await keep(installer, reserve) }]);
  const run = (target: object) => runSet(installer, set, { target });
  expect((await run({ deviceIds: [stranger.id] })).error).toBe('deviceNotFound');
  expect((await run({ stationIds: [stranger.station.id] })).error).toBe('runWithoutDevices');
});
