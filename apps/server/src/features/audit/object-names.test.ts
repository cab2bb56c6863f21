import {
  AUDIT_OBJECTS,
  routes,
  type AuditEntry,
  type AuditObject,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { mintWorld, type World } from '../../../test/route-matrix/world.ts';
import { systemActor } from '../../platform/actor.ts';
import { auditDenied, writeAudit } from '../../platform/audit.ts';
import { registerLabelsRoutes } from '../labels/index.ts';
import { registerAuditRoutes } from './index.ts';
import { NAMINGS } from './object-names.ts';
import { typeInPath } from './object-of.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, as, someone } = await openApi(platform, registerAuditRoutes, registerLabelsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Who = Awaited<ReturnType<typeof as>>;
type Ids = Readonly<Record<AuditObject, string>>;
interface Home {
  userId: number;
  organisationId: number;
  ids: Ids;
  secrets: World['secrets'];
}

/** An organisation's administrator with one object of every type. */
async function home(): Promise<Home> {
  const { ids, secrets } = await mintWorld(platform, 'organisationAdmin');
  const organisationId = Number(ids.organisation);
  const { userId } = await db
    .selectFrom('apiKeys')
    .select('userId')
    .where('id', '=', Number(ids.apiKey))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('invites')
    .set({ email: `guest${ids.invite}@example.test` })
    .where('id', '=', Number(ids.invite))
    .execute();
  return {
    userId,
    organisationId,
    // Everything that the walk over all routes mints; the log calls members users.
    ids: { ...ids, user: ids.member, texts: '', themes: '', commands: '' },
    secrets: [...secrets, `guest${ids.invite}@example.test`],
  };
}

/** An entry that this person made and may therefore read, about the object that it names. */
const note = ({ userId, organisationId }: Home, objectType: AuditObject, objectId: string) =>
  db.transaction().execute((trx) =>
    writeAudit(
      trx,
      { actor: { ...systemActor, kind: 'user', userId, organisationId }, address: null },
      {
        action: 'stations.share',
        objectType,
        objectId,
      },
    ),
  );

async function read(who: Who): Promise<AuditEntry[]> {
  return (await who.get('/audit?pageSize=200')).data.rows;
}

const named = (rows: readonly AuditEntry[], type: AuditObject, id: string) => {
  const found = rows.find(({ objectType, objectId }) => objectType === type && objectId === id);
  return [found?.objectName, found?.objectSeen];
};

let mine: Home;
let foreign: Home;
let rows: AuditEntry[];

beforeAll(async () => {
  [mine, foreign] = [await home(), await home()];
  for (const type of AUDIT_OBJECTS) {
    await note(mine, type, mine.ids[type]);
    if (foreign.ids[type] !== '') await note(mine, type, foreign.ids[type]);
  }
  rows = await read(await as({ id: mine.userId }));
});

describe.each(AUDIT_OBJECTS)('an entry about %s', (type) => {
  test('tells its name to who may know it, and to nobody else', async () => {
    if (NAMINGS[type] === null) {
      expect(['session', 'texts', 'themes', 'commands', 'proposal']).toContain(type);
      expect(named(rows, type, mine.ids[type])).toEqual([null, false]);
      return;
    }
    const all = await read(await someone('platformAdmin', { organisationId: null }));
    // Only the account itself knows what protects it, its views that are not shared, and what it uploaded.
    const own = new Set<AuditObject>(['apiKey', 'passkey', 'savedView', 'stationBatch', 'deviceImport']);
    for (const { ids } of [mine, foreign]) expect(named(all, type, ids[type])[1]).toBe(!own.has(type));
    if (type === 'message') {
      expect(named(rows, type, mine.ids[type])).toEqual([null, false]);
      return;
    }
    const [name, seen] = named(rows, type, mine.ids[type]);
    expect(name).toEqual(expect.stringMatching(/\w/));
    expect(seen).toBe(true);
    expect(named(rows, type, foreign.ids[type])).toEqual([null, false]);
  });
});

test('nothing of another organisation stands in the answer', () => {
  const text = JSON.stringify(rows);
  for (const secret of foreign.secrets) expect(text).not.toContain(secret);
});

test('names are those of now; what is gone is called as its entry calls it', async () => {
  const admin = await as({ id: mine.userId });
  const { data: label } = await admin.post('/labels', { name: 'Old', color: '#000000' });
  await admin.put(`/labels/${label.id}`, { name: 'New' });
  const names = async () =>
    (await read(admin))
      .filter(({ objectType, objectId }) => objectType === 'label' && objectId === String(label.id))
      .map(({ action, objectName, objectSeen }) => [action, objectName, objectSeen]);
  expect(await names()).toEqual([
    ['labels.edit', 'New', true],
    ['labels.create', 'New', true],
  ]);
  await admin.del(`/labels/${label.id}`);
  expect(await names()).toEqual([
    ['labels.delete', 'New', false],
    ['labels.edit', 'New', false],
    ['labels.create', 'Old', false],
  ]);
});

test('a device without a name is called by its serial number', async () => {
  const { id: stationId } = await makeStation(platform, { organisationId: mine.organisationId });
  const { id, sn } = await makeDevice(platform, {
    stationId,
    organisationId: mine.organisationId,
    name: null,
  });
  await note(mine, 'device', String(id));
  expect(named(await read(await as({ id: mine.userId })), 'device', String(id))).toEqual([sn, true]);
});

describe('a refused try', () => {
  const refused = async (route: RouteName, objectId: string) => {
    const { userId, organisationId } = mine;
    const actor = { ...systemActor, kind: 'user' as const, userId, organisationId };
    const entry = { action: `denied.${route}`, objectType: 'noDataPermission', objectId } as const;
    await auditDenied(db, { actor, address: null }, entry);
    const [newest] = await read(await as({ id: userId }));
    expect(newest).toMatchObject({ ...entry, allowed: false });
    return [newest!.objectName, newest!.objectSeen];
  };

  test('names what was asked for, if the reader may know it', async () => {
    const [name] = named(rows, 'station', mine.ids.station);
    expect(await refused('labelStation', mine.ids.station)).toEqual([name, true]);
    expect(await refused('labelStation', foreign.ids.station)).toEqual([null, false]);
    expect(await refused('listStations', mine.ids.station)).toEqual([null, false]);
  });

  test.each(['', '0', '1 OR 1=1', '99999999999999999999999', '-1', 'x'])('about %j is read', async (id) => {
    expect(await refused('getStation', id)).toEqual([null, false]);
  });

  test('every route with an object in its path says what it is', () => {
    const unknown = Object.entries(routes as Record<string, RouteDefinition>)
      .filter(([, { auth, path }]) => auth === 'session' && path.includes('/:id'))
      .filter(([, { path }]) => typeInPath(path) === undefined);
    expect(unknown.map(([name]) => name)).toEqual([]);
  });
});
