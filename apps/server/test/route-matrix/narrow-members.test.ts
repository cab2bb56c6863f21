import { OFFERED_PERMISSIONS, routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../src/features/accounts/index.ts';
import { testPlatform } from '../harness.ts';
import { makeDevice, makeGrant, makeRole, makeStation, makeUser } from '../makers.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf } from './requests.ts';
import { mintWorld, type World } from './world.ts';

/** People of an organisation who reach one of its stations alone direct nothing that acts on the others, whatever is ticked in their role. */

const platform = await testPlatform();
const { db, clock } = platform;
let walk: Walk;

beforeAll(async () => {
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

type Who = 'owner' | 'stationAdmin' | 'serviceProvider' | 'everything ticked';

/** An organisation with work on a station, and somebody of it who reaches another one. */
async function mintScene(who: Who) {
  const home = await mintWorld(platform, 'organisationAdmin');
  await actOn(home, Number(home.ids.device));
  const organisationId = Number(home.ids.organisation);
  const role =
    who === 'everything ticked'
      ? await makeRole(platform, {
          organisationId,
          scope: 'granted',
          permissions: OFFERED_PERMISSIONS.filter((name) => name !== 'platform.manage'),
        })
      : undefined;
  const user = await makeUser(platform, {
    organisationId,
    role: who === 'everything ticked' ? 'internalReadOnly' : who,
    roleId: role?.id ?? null,
  });
  const station = await makeStation(platform, { organisationId, ownerId: who === 'owner' ? user.id : null });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  if (who !== 'owner') await makeGrant(platform, { ...WORK, toUserId: user.id, stationId: station.id });
  const ask = async (name: RouteName, payload?: object) =>
    walk.ask(name, await signIn(platform, user), {
      ...requestOf(name, home.ids),
      ...(payload ? { payload } : {}),
    });
  return { home, user, device, ask };
}

const NOTHING = { failure: null, detail: null, fromVersion: null, runId: null, beganAt: null, endedAt: null };

/** Puts a device into what was minted without one. */
async function actOn({ ids }: World, deviceId: number): Promise<void> {
  // Nobody begins with it before: a run that has ended is directed no more.
  const notBefore = new Date(clock.now() + 86_400_000);
  const one = { deviceId, position: 0, steps: '[]', notBefore };
  await db
    .insertInto('runDevices')
    .values({ ...one, runId: Number(ids.run) })
    .execute();
  // It had no device until now, and so may be over.
  await db
    .updateTable('runs')
    .set({ endedAt: null, state: 'executing' })
    .where('id', '=', Number(ids.run))
    .execute();
  const target = JSON.stringify({ deviceIds: [deviceId], stationIds: [], labelIds: [], batchIds: [] });
  await db.updateTable('tasks').set({ target }).where('id', '=', Number(ids.task)).execute();
  await db
    .insertInto('firmwareUpgradeDevices')
    .values({ upgradeId: Number(ids.firmwareUpgrade), deviceId, wave: 0, state: 'failed', ...NOTHING })
    .execute();
}

const WORK = { role: 'operator', commands: true } as const;

const DIRECTED: readonly RouteName[] = [
  'getRun',
  'exportRun',
  'suspendRun',
  'stopRun',
  'retryRun',
  'suspendTask',
  'stopTask',
  'startTask',
  'listTaskRuns',
  'getFirmwareUpgrade',
  'retryFirmwareUpgrade',
];

test.each(['serviceProvider', 'everything ticked'] as const)(
  '%s directs work on devices within reach alone',
  async (who) => {
    const { home, device, ask } = await mintScene(who);
    for (const name of DIRECTED) expect((await ask(name)).status, name).toBe(404);
    expect((await ask('listRuns')).text).not.toContain('Run ');
    expect((await ask('listTasks')).text).not.toContain('Task ');
    // The same on what was granted is theirs to direct.
    await db
      .updateTable('runDevices')
      .set({ deviceId: device.id })
      .where('runId', '=', Number(home.ids.run))
      .execute();
    const target = JSON.stringify({ deviceIds: [device.id], stationIds: [], labelIds: [], batchIds: [] });
    await db.updateTable('tasks').set({ target }).where('id', '=', Number(home.ids.task)).execute();
    await db
      .updateTable('firmwareUpgradeDevices')
      .set({ deviceId: device.id })
      .where('upgradeId', '=', Number(home.ids.firmwareUpgrade))
      .execute();
    for (const name of ['getRun', 'suspendRun', 'suspendTask', 'getFirmwareUpgrade'] as const) {
      const { status, text } = await ask(name);
      expect(status, `${name}: ${text}`).toBe(200);
    }
    // What carries a label or is in a batch is another one tomorrow.
    const byLabel = JSON.stringify({ deviceIds: [], stationIds: [], labelIds: [1], batchIds: [] });
    await db.updateTable('tasks').set({ target: byLabel }).where('id', '=', Number(home.ids.task)).execute();
    expect((await ask('resumeTask')).status).toBe(404);
  },
);

test('who left directs no more what goes on for the organisation', async () => {
  const { token, ids } = await mintWorld(platform, 'organisationAdmin');
  const other = await mintWorld(platform, 'organisationAdmin');
  expect((await walk.ask('getRun', token, requestOf('getRun', ids))).status).toBe(200);
  await db
    .updateTable('users')
    .set({ organisationId: Number(other.ids.organisation) })
    .where('organisationId', '=', Number(ids.organisation))
    .execute();
  for (const name of ['getRun', 'stopRun', 'getFirmwareUpgrade', 'retryFirmwareUpgrade'] as const)
    expect((await walk.ask(name, token, requestOf(name, ids))).status, name).toBe(404);
});

test('who reaches some stations keeps no rules for all of them, and tests none on them', async () => {
  const { home, ask } = await mintScene('everything ticked');
  const rule = { name: 'Hot', level: 'tip', raise: 'temp.inverter > 80 °C', consecutive: 1 };
  await measure(Number(home.ids.device));
  for (const name of ['checkAlarmRule', 'checkAlarmRuleCost', 'createAlarmRule'] as const)
    expect((await ask(name, { ...rule, stationIds: [Number(home.ids.station)] })).status, name).toBe(403);
  expect((await ask('listAlarmRuleVersions')).status).toBe(404);
  expect(JSON.parse((await ask('listAlarmRules')).text).data.total).toBe(0);
});

const FOR_ALL = (Object.entries(routes) as [RouteName, RouteDefinition][]).filter(
  ([, { reach, permission }]) => reach === 'organisation' && permission !== 'platform.manage',
);

test('who reaches some stations changes and reads nothing that counts for all of them, whatever is ticked', async () => {
  const { home, ask } = await mintScene('everything ticked');
  // The library of firmware is everybody's.
  await db
    .updateTable('firmware')
    .set({ state: 'draft' })
    .where('id', '=', Number(home.ids.firmware))
    .execute();
  for (const name of ['getFirmware', 'getFirmwareFile'] as const) expect((await ask(name)).status).toBe(404);
  expect(FOR_ALL.length).toBeGreaterThan(30);
  for (const [at, [name]] of FOR_ALL.entries()) {
    // What one person may be refused within a minute is no matter of this.
    if (at % 5 === 0) clock.advance(60_000);
    expect([name, (await ask(name)).status]).toEqual([name, 403]);
  }
});

test('who may not read measurements is told by no rule what was measured', async () => {
  const home = await mintWorld(platform, 'organisationAdmin');
  const organisationId = Number(home.ids.organisation);
  await measure(Number(home.ids.device));
  const rule = { name: 'Hot', level: 'tip', raise: 'temp.inverter > 80 °C', consecutive: 1 };
  const told = async (permissions: ('alarms.rules' | 'telemetry.view')[]) => {
    const { id: roleId } = await makeRole(platform, { organisationId, scope: 'organisation', permissions });
    const user = await makeUser(platform, { organisationId, role: 'internalReadOnly', roleId });
    const request = { ...requestOf('checkAlarmRule', home.ids), payload: rule };
    return JSON.parse((await walk.ask('checkAlarmRule', await signIn(platform, user), request)).text).data;
  };
  expect(await told(['alarms.rules', 'telemetry.view'])).toMatchObject({ judged: 1, alarms: 1 });
  expect(await told(['alarms.rules'])).toMatchObject({ judged: 0, alarms: 0, stations: [], firings: [] });
});

test.each(['serviceProvider', 'everything ticked'] as const)(
  '%s changes no prices of stations out of reach, and no rates of the organisation',
  async (who) => {
    const { home, ask } = await mintScene(who);
    const { tariff, station } = home.ids;
    const priced = { tariffId: Number(tariff), stationId: Number(station), fromDay: '-infinity' };
    await db.insertInto('stationTariffs').values(priced).execute();
    for (const name of ['updateTariff', 'deleteTariff'] as const)
      expect(await ask(name), name).toMatchObject({ status: 403, error: 'tariffOutOfReach' });
    expect((await ask('saveExchangeRates')).status).toBe(403);
    // Pages offer what may be done.
    const changeable = async () =>
      (JSON.parse((await ask('listTariffs')).text).data as { changeable: boolean }[]).map(
        (row) => row.changeable,
      );
    expect(await changeable()).toEqual([false]);
    await db.deleteFrom('stationTariffs').where('tariffId', '=', Number(tariff)).execute();
    expect(await changeable()).toEqual([true]);
    expect((await ask('deleteTariff')).status).toBe(200);
  },
);

test('who was granted a look at a station changes no prices there, and who works there does', async () => {
  const { home, user, ask } = await mintScene('everything ticked');
  const [tariffId, stationId] = [Number(home.ids.tariff), Number(home.ids.station)];
  await db.insertInto('stationTariffs').values({ tariffId, stationId, fromDay: '-infinity' }).execute();
  const told = async () => JSON.parse((await ask('listTariffs')).text).data[0] as { changeable: boolean };
  const { id } = await makeGrant(platform, { toUserId: user.id, stationId });
  expect(await told()).toMatchObject({ stations: 1, changeable: false });
  for (const name of ['updateTariff', 'deleteTariff'] as const)
    expect(await ask(name), name).toMatchObject({ status: 403, error: 'tariffOutOfReach' });
  await db.updateTable('grants').set({ role: 'operator' }).where('id', '=', id).execute();
  expect(await told()).toMatchObject({ changeable: true });
  expect((await ask('updateTariff')).status).toBe(200);
});

test('a task is looked at, begun and deleted by what was granted at all that it names', async () => {
  const { home, user, ask } = await mintScene('everything ticked');
  const task = Number(home.ids.task);
  const list = async () => JSON.parse((await ask('listTasks')).text).data.total as number;
  const statuses = async (...names: RouteName[]) =>
    Promise.all(names.map(async (name) => (await ask(name)).status));
  const { id } = await makeGrant(platform, { toUserId: user.id, stationId: Number(home.ids.station) });
  expect([await list(), await statuses('listTaskRuns', 'stopTask')]).toEqual([0, [404, 404]]);
  await db.updateTable('grants').set({ role: 'operator' }).where('id', '=', id).execute();
  expect([await list(), await statuses('listTaskRuns', 'stopTask')]).toEqual([1, [200, 404]]);
  await db.updateTable('grants').set({ commands: true }).where('id', '=', id).execute();
  expect(await statuses('stopTask', 'deleteTask')).toEqual([200, 404]);
  await db.updateTable('tasks').set({ userId: user.id }).where('id', '=', task).execute();
  expect(await statuses('deleteTask')).toEqual([200]);
});

test.each(['owner', 'stationAdmin', 'serviceProvider'] as const)(
  '%s changes no components of an organisation whose other stations are out of reach',
  async (who) => {
    const { home, user, ask } = await mintScene(who);
    const organisationId = Number(home.ids.organisation);
    const refused = async () => {
      for (const name of ['updateComponent', 'deleteComponent'] as const)
        expect((await ask(name)).status, name).toBe(403);
    };
    await refused();
    await db
      .updateTable('organisations')
      .set({ type: 'personal' })
      .where('id', '=', organisationId)
      .execute();
    // A business may be of that type as well.
    await refused();
    const others = db.updateTable('users').where('organisationId', '=', organisationId);
    await others.set({ organisationId: null }).where('id', '!=', user.id).execute();
    expect((await ask('deleteComponent')).status).toBe(200);
  },
);

/** An hour that was too hot, three days ago. */
async function measure(device: number): Promise<void> {
  const noon = Math.floor(clock.now() / 86_400_000 - 3) * 86_400 + 43_200;
  const point = pointByKey('temp.inverter')!.id;
  await platform.samples.insertRows(
    'rollup_5m',
    [60, 90, 60].map((avg, place) => ({
      device,
      point,
      bucket: noon + place * 300,
      avg,
      min: avg,
      max: avg,
      n: 1,
      version: 1,
    })),
  );
}
