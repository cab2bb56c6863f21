import { afterAll, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeHybrid } from '../../../test/hybrid-kit.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { registerAuditRoutes } from '../audit/index.ts';
import { insertCommand, registerCommandsRoutes } from '../commands/index.ts';
import { registerParametersRoutes } from '../parameters/index.ts';
import { registerRunsRoutes } from '../runs/index.ts';
import { registerGrantsRoutes } from './index.ts';

/** Who comes into a station reads nothing of who commanded its devices before, as who gets a device; who was there goes on reading it. */

const platform = await testPlatform();
const { db } = platform;
const { server, someone } = await openApi(
  platform,
  registerGrantsRoutes,
  registerCommandsRoutes,
  registerParametersRoutes,
  registerRunsRoutes,
  registerAuditRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Commands, changes of parameters and entries of the log that were made at a time, by the clock of the database. */
async function scene() {
  const crew = await someone('organisationAdmin');
  const organisationId = crew.organisationId!;
  const first = await someone('owner', { organisationId, name: 'Former owner' });
  const { id: deviceId, station } = await makeHybrid(platform, { organisationId });
  const stationId = station.id;
  await db.updateTable('stations').set({ ownerId: first.user.id }).where('id', '=', stationId).execute();
  await db.updateTable('stations').set({ ownerSince: null }).where('id', '=', stationId).execute();
  const command = async (by: number, hours: number) => {
    const at = Date.now() + hours * 3_600_000;
    const { organisationId: of } = await db
      .selectFrom('stations')
      .select('organisationId')
      .where('id', '=', stationId)
      .executeTakeFirstOrThrow();
    const request = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 1 };
    const asked = { to: { actor: { userId: by }, deviceId }, request, timeoutMs: 1000 };
    await insertCommand(db, asked as never, { organisationId: of, stationId, now: at });
    const change = { key: 'battery.reserve', wanted: 35, state: 'done', reason: `Why ${hours}` } as const;
    await db
      .insertInto('parameterChanges')
      .values({ ...change, deviceId, at: new Date(at), userId: by })
      .execute();
    const run = await db
      .insertInto('runs')
      .values({
        kind: 'parameters',
        name: 'Reserve',
        organisationId: of,
        userId: by,
        definition: '{}',
        concurrency: 1,
        state: 'finished',
        createdAt: new Date(at),
        endedAt: new Date(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ofRun = { runId: run.id, deviceId, stationId, position: 0, steps: '[]', state: 'done' } as const;
    await db.insertInto('runDevices').values(ofRun).execute();
    await db
      .insertInto('auditLog')
      .values({
        actorKind: 'user',
        userId: by,
        stationId,
        organisationId: of,
        action: 'parameters.set',
        objectType: 'device',
        objectId: String(deviceId),
        at: new Date(at),
      })
      .execute();
  };
  /** How many of each somebody is told. */
  const told = async (client: Client) => {
    const [ofStation, ofDevice, runs, parameters, log] = [
      (await client.get(`/stations/${stationId}/commands`)).data,
      (await client.get(`/devices/${deviceId}/commands`)).data,
      (await client.get(`/stations/${stationId}/runs`)).data,
      (await client.get(`/devices/${deviceId}/parameters`)).data,
      (await client.get(`/audit?stationId=${stationId}&action=parameters.set`)).data,
    ];
    const reserve = parameters.parameters.find(({ key }: { key: string }) => key === 'battery.reserve');
    return {
      ofStation: ofStation.total,
      ofDevice: ofDevice.total,
      runs: runs.total,
      changes: parameters.changes.map(({ reason }: { reason: string }) => reason),
      changed: reserve.changed?.reason ?? null,
      log: log.total,
    };
  };
  return { crew, first, stationId, command, told };
}

const ALL = { ofStation: 1, ofDevice: 1, runs: 1, changes: ['Why -1'], changed: 'Why -1', log: 1 };
const NOTHING = { ofStation: 0, ofDevice: 0, runs: 0, changes: [], changed: null, log: 0 };
const NEW = { ofStation: 1, ofDevice: 1, runs: 1, changes: ['Why 1'], changed: 'Why 1', log: 1 };
const BOTH = { ofStation: 2, ofDevice: 2, runs: 2, changes: ['Why 1', 'Why -1'], changed: 'Why 1', log: 2 };

async function handOver(first: Client, stationId: number) {
  const next = await someone('owner');
  await first.post(`/stations/${stationId}/hand-over`, { account: next.user.email });
  const [offer] = (await next.get('/hand-overs')).data;
  expect((await next.post(`/hand-overs/${offer.id}/accept`)).code).toBe(200);
  return next;
}

test('the next owner of a station is not told who commanded its devices before; who works there is', async () => {
  const { crew, first, stationId, command, told } = await scene();
  await command(first.user.id, -1);
  expect(await told(crew)).toEqual(ALL);
  expect(await told(first)).toEqual(ALL);
  const next = await handOver(first, stationId);
  expect(await told(next)).toEqual(NOTHING);
  await command(crew.user.id, 1);
  expect(await told(next)).toEqual(NEW);
  expect(await told(crew)).toEqual(BOTH);
});

test('nor is the next organisation; its superior, who had the station before, reads on which commands there were', async () => {
  const { crew, first, stationId, command, told } = await scene();
  await command(first.user.id, -1);
  const above = await makeOrganisation(platform);
  const from = await db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', crew.organisationId)
    .executeTakeFirstOrThrow();
  const paths = { path: `${above.path}${from.id}/`, scopePath: `${above.scopePath}${from.id}/` };
  await db
    .updateTable('organisations')
    .set({ parentId: above.id, tie: 'tight', ...paths })
    .where('id', '=', from.id)
    .execute();
  const boss = await someone('organisationAdmin', { organisationId: above.id });
  const { id: to } = await makeOrganisation(platform, above);
  const others = await someone('organisationAdmin', { organisationId: to });
  await db.updateTable('stations').set({ organisationId: to }).where('id', '=', stationId).execute();
  await db.updateTable('devices').set({ organisationId: to }).where('stationId', '=', stationId).execute();
  expect(await told(others)).toEqual(NOTHING);
  expect(await told(first)).toEqual(ALL);
  expect(await told(boss)).toMatchObject({ ofStation: 1, ofDevice: 1, runs: 1, log: 1 });
});
