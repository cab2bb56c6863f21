import {
  OFFERED_PERMISSIONS,
  routes,
  type OfferedPermission,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../src/features/accounts/index.ts';
import { testPlatform } from '../harness.ts';
import { makeRole, makeUser } from '../makers.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf } from './requests.ts';
import { mintWorld, type Kind, type World } from './world.ts';

/** Members of whole reach who hold one permission ask all that it opens: no answer names objects of a kind that it is not about. */

const platform = await testPlatform();
const { db } = platform;
let walk: Walk;
let home: World;

beforeAll(async () => {
  walk = await openWalk(platform);
  home = await mintWorld(platform, 'organisationAdmin');
  await markAll();
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

/** Where a word is put that tells of which kind an object is: table, column, kind. */
const MARKED: readonly (readonly [string, string, Kind])[] = [
  ['stations', 'name', 'station'],
  ['stations', 'address', 'station'],
  ['devices', 'sn', 'device'],
  ['devices', 'name', 'device'],
  ['users', 'name', 'member'],
  ['labels', 'name', 'label'],
  ['tariffs', 'name', 'tariff'],
  ['roles', 'name', 'role'],
  ['organisations', 'name', 'organisation'],
  ['components', 'manufacturer', 'component'],
  ['products', 'manufacturer', 'product'],
  ['product_files', 'name', 'productFile'],
  ['sim_cards', 'remark', 'sim'],
  ['tasks', 'name', 'task'],
  ['firmware', 'name', 'firmware'],
  ['firmware_keys', 'name', 'firmwareKey'],
  ['runs', 'name', 'run'],
  ['instructions', 'name', 'instruction'],
  ['instruction_sets', 'name', 'instructionSet'],
  ['device_batches', 'name', 'deviceBatch'],
  ['alarm_rules', 'name', 'alarmRule'],
  ['alarms', 'code', 'alarm'],
  ['alarm_shields', 'reason', 'alarmShield'],
  ['station_notes', 'text', 'stationNote'],
  ['energy_corrections', 'reason', 'energyCorrection'],
  ['station_files', 'name', 'stationFile'],
  ['imports', 'file_name', 'import'],
  ['device_imports', 'file_name', 'deviceImport'],
  ['ingest_keys', 'name', 'ingestKey'],
  ['api_keys', 'name', 'apiKey'],
  ['disputes', 'reason', 'dispute'],
];
const wordOf = (kind: Kind | 'price') => `mark${kind.toLowerCase()}x`;
const PRICE = 0.771_23;

/** Gives every object a word of its kind, and has each name others wherever it can. */
async function markAll(): Promise<void> {
  const { ids } = home;
  const number = (kind: Kind) => Number(ids[kind]);
  for (const [table, column, kind] of MARKED)
    await sql`UPDATE ${sql.ref(table)} SET ${sql.ref(column)} = ${wordOf(kind)} WHERE id = ${number(kind)}`.execute(
      db,
    );
  const brand = JSON.stringify(wordOf('ownProfile'));
  await sql`UPDATE own_profiles SET data = jsonb_set(data::jsonb, '{brand}', ${brand}::jsonb) WHERE id = ${number('ownProfile')}`.execute(
    db,
  );
  await db
    .updateTable('stations')
    .set({ ownerId: number('member'), priceBuy: PRICE })
    .where('id', '=', number('station'))
    .execute();
  await db
    .updateTable('devices')
    .set({ productId: number('product') })
    .where('id', '=', number('device'))
    .execute();
  await db
    .updateTable('simCards')
    .set({ deviceId: number('device') })
    .where('id', '=', number('sim'))
    .execute();
  await db
    .updateTable('alarms')
    .set({ assignedTo: number('member') })
    .where('id', '=', number('alarm'))
    .execute();
  const target = {
    deviceIds: [number('device')],
    stationIds: [number('station')],
    labelIds: [number('label')],
    batchIds: [number('deviceBatch')],
  };
  await db
    .updateTable('tasks')
    .set({ target: JSON.stringify(target), userId: number('member') })
    .where('id', '=', number('task'))
    .execute();
  const [stationId, deviceId, labelId] = [number('station'), number('device'), number('label')];
  await db
    .insertInto('runDevices')
    .values({ runId: number('run'), deviceId, position: 0, steps: '[]' })
    .execute();
  const failed = {
    failure: null,
    detail: null,
    fromVersion: null,
    runId: null,
    beganAt: null,
    endedAt: null,
  };
  await db
    .insertInto('firmwareUpgradeDevices')
    .values({ upgradeId: number('firmwareUpgrade'), deviceId, wave: 0, state: 'failed', ...failed })
    .execute();
  await db.insertInto('stationLabels').values({ stationId, labelId }).execute();
  await db.insertInto('deviceLabels').values({ deviceId, labelId }).execute();
  await db
    .insertInto('stationTariffs')
    .values({ stationId, tariffId: number('tariff'), fromDay: '-infinity' })
    .execute();
}

/** What each permission tells of, where it is more than nothing. A kind that is not named here has a permission of its own. */
const TOLD: Partial<Record<OfferedPermission, readonly (Kind | 'price')[]>> = {
  'stations.view': ['component', 'member', 'organisation', 'station', 'stationFile', 'stationNote'],
  'devices.view': ['device', 'ownProfile', 'product', 'station'],
  'devices.create': ['dispute'],
  'telemetry.view': ['energyCorrection'],
  'firmware.view': ['firmware', 'firmwareKey'],
  'firmware.manage': ['firmwareKey'],
  'firmware.upgrade': ['device', 'firmware'],
  'operations.view': [
    'deviceBatch',
    'instruction',
    'instructionSet',
    'member',
    'ownProfile',
    'product',
    'productFile',
    'task',
  ],
  'sims.view': ['organisation', 'sim'],
  'alarms.view': ['alarm', 'device', 'member', 'station'],
  'alarms.shieldTemporarily': ['alarmShield', 'station'],
  'alarms.rules': ['alarmRule'],
  'tariffs.view': ['tariff'],
  'imports.run': ['import', 'station'],
  'labels.view': ['label'],
  'members.view': ['member', 'organisation'],
  'roles.view': ['organisation', 'role'],
  'organisations.view': ['organisation'],
  'ingestKeys.manage': ['ingestKey', 'organisation'],
  'audit.view': ['organisation'],
};

/** They change nothing, although they are no GET. */
const READING: ReadonlySet<RouteName> = new Set<RouteName>([
  'checkDevices',
  'checkDeviceBatch',
  'checkFirmwareUpgrade',
  'lookUpSerials',
  'nameSeveralStations',
  'pageMembers',
  'previewTask',
]);
const reading = (Object.entries(routes) as [RouteName, RouteDefinition][]).filter(
  ([name, { auth, method, transport }]) =>
    auth === 'session' && (method === 'GET' || READING.has(name)) && transport !== 'stream',
);
const KINDS_TOLD = [...new Set([...MARKED.map(([, , kind]) => kind), 'ownProfile' as const])].toSorted();

async function tokenOf(permission: OfferedPermission): Promise<string> {
  const organisationId = Number(home.ids.organisation);
  const { id: roleId } = await makeRole(platform, { organisationId, permissions: [permission] });
  const user = await makeUser(platform, { organisationId, role: 'internalReadOnly', roleId, name: 'Zoe' });
  return signIn(platform, user);
}

/** The kinds of objects that answers tell of. */
async function toldOf(token: string, name: RouteName): Promise<(Kind | 'price')[]> {
  const request = requestOf(name, { ...home.ids, sn: wordOf('device') });
  const plain = request.url.split('?')[0]!;
  const urls = new Set([request.url, plain, ...(plain.endsWith('/search') ? [`${plain}?q=mark`] : [])]);
  const texts: string[] = [];
  for (const url of urls) {
    const { status, text } = await walk.ask(name, token, { ...request, url });
    if (status < 300) texts.push(text);
  }
  const all = texts.join('\n');
  const told: (Kind | 'price')[] = KINDS_TOLD.filter((kind) => all.includes(wordOf(kind)));
  return all.includes(String(PRICE)) ? [...told, 'price'] : told;
}

const ASKED = OFFERED_PERMISSIONS.filter((name) => name !== 'platform.manage');

test.each(ASKED.filter((permission) => reading.some(([, route]) => route.permission === permission)))(
  '%s tells of its own kinds alone',
  async (permission) => {
    const token = await tokenOf(permission);
    const told = new Set<string>();
    for (const [name, route] of reading) {
      if (route.permission !== permission) continue;
      // What one person may ask within a minute is no matter of this.
      platform.clock.advance(5000);
      for (const kind of await toldOf(token, name)) told.add(kind);
    }
    expect([...told].toSorted()).toEqual([...(TOLD[permission] ?? [])].toSorted());
  },
);

test('what asks for no permission tells whoever holds another one of their own organisation alone', async () => {
  const token = await tokenOf('stations.create');
  for (const [name, { permission }] of reading) {
    if (permission !== 'any') continue;
    platform.clock.advance(5000);
    const told = (await toldOf(token, name)).filter((kind) => kind !== 'organisation');
    expect([name, told]).toEqual([name, []]);
  }
});
