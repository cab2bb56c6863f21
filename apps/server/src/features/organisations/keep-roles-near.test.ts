import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import {
  makeDevice,
  makeInvite,
  makeOrganisation,
  makeRole,
  makeStation,
  makeUser,
} from '../../../test/makers.ts';
import { registerSimsRoutes } from '../sims/index.ts';
import { registerOrganisationsRoutes } from './index.ts';

const platform = await testPlatform();
const api = await openApi(
  platform,
  (server) => registerOrganisationsRoutes(server, platform),
  registerSimsRoutes,
);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

/** Two branches below a root; somebody in a department of the first holds a role of that branch, and one of the root waits. */
async function world() {
  const root = await makeOrganisation(platform);
  const branch = await makeOrganisation(platform, root);
  const other = await makeOrganisation(platform, root);
  const part = await makeOrganisation(platform, branch);
  const role = await makeRole(platform, { organisationId: branch.id });
  const rootRole = await makeRole(platform, { organisationId: root.id });
  const holder = await makeUser(platform, {
    role: 'internalReadOnly',
    roleId: role.id,
    organisationId: part.id,
  });
  const waiting = await makeInvite(platform, { organisationId: part.id, roleId: role.id });
  const kept = await makeInvite(platform, { organisationId: part.id, roleId: rootRole.id });
  const ask = await api.as(await makeUser(platform, { role: 'organisationAdmin', organisationId: root.id }));
  const letGo = () =>
    platform.db.updateTable('users').set({ roleId: null }).where('id', '=', holder.id).execute();
  const invites = async () => {
    const rows = platform.db.selectFrom('invites').select('id').where('organisationId', '=', part.id);
    return (await rows.orderBy('id').execute()).map(({ id }) => id);
  };
  return { branch, other, part, waiting, kept, ask, letGo, invites };
}

test('an organisation is let go only with roles that nobody outside decides on', async () => {
  const { branch, part, ask, letGo, invites } = await world();
  const loosen = () => ask.put(`/organisations/${part.id}`, { tie: 'loose' });
  expect((await loosen()).error).toBe('roleInUse');
  expect((await ask.get(`/organisations/${part.id}`)).data.tie).toBe('tight');
  await letGo();
  expect((await loosen()).code).toBe(200);
  expect(await invites()).toEqual([]);
  expect((await ask.put(`/organisations/${branch.id}`, { tie: 'loose' })).code).toBe(200);
});

test('moved to another superior, members keep none of the former one’s roles, but those of both', async () => {
  const { other, part, waiting, kept, ask, letGo, invites } = await world();
  const move = () => ask.post(`/organisations/${part.id}/move`, { parentId: other.id });
  expect((await move()).error).toBe('roleInUse');
  await letGo();
  expect(await invites()).toEqual([waiting.id, kept.id]);
  expect((await move()).code).toBe(200);
  expect(await invites()).toEqual([kept.id]);
});

test('what people of a superior granted ends where that lets an organisation go, what its own people gave stays', async () => {
  const { branch, other, part, ask, letGo } = await world();
  await letGo();
  const giver = (organisationId: number) => makeUser(platform, { role: 'organisationAdmin', organisationId });
  const [above, own, guest] = [await giver(branch.id), await giver(part.id), await makeUser(platform)];
  const [here, there] = [
    await makeStation(platform, { organisationId: part.id }),
    await makeStation(platform, { organisationId: branch.id }),
  ];
  const grant = async (
    createdBy: number,
    stationIds: readonly number[],
    organisationId: number | null = null,
  ) => {
    const at = new Date(platform.clock.now());
    const period = { beginsAt: at, endsAt: new Date(platform.clock.now() + 86_400_000), createdAt: at };
    const values = { role: 'operator', commands: true, state: 'accepted', toUserId: guest.id } as const;
    const { id } = await platform.db
      .insertInto('grants')
      .values({ ...values, ...period, createdBy, organisationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const stationId of stationIds)
      await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
    return id;
  };
  const far = await grant(above.id, [here.id]);
  const both = await grant(above.id, [here.id, there.id]);
  const whole = await grant(above.id, [], part.id);
  const near = await grant(own.id, [here.id]);
  const states = async () => {
    const rows = platform.db.selectFrom('grants').select('state').where('toUserId', '=', guest.id);
    return (await rows.orderBy('id').execute()).map(({ state }) => state);
  };
  const namedBy = async (grantId: number) => {
    const rows = platform.db.selectFrom('grantStations').select('stationId').where('grantId', '=', grantId);
    return (await rows.execute()).map(({ stationId }) => stationId);
  };
  expect((await ask.post(`/organisations/${part.id}/move`, { parentId: other.id })).code).toBe(200);
  expect(await states()).toEqual(['revoked', 'accepted', 'revoked', 'accepted']);
  expect(await Promise.all([far, both, whole, near].map(namedBy))).toEqual([
    [here.id],
    [there.id],
    [],
    [here.id],
  ]);
});

test('ingest keys that people of a superior made end a week after it lets the organisation go, and its administrators hear of it', async () => {
  const { branch, part, ask, letGo } = await world();
  await letGo();
  const [above, own] = [branch.id, part.id].map((organisationId) =>
    api.someone('organisationAdmin', { organisationId, email: `keys-${organisationId}@example.com` }),
  );
  const made = { name: 'Telegraf', organisationId: part.id };
  const [{ data: far }, { data: near }] = [
    await (await above!).post('/ingest-keys', made),
    await (await own!).post('/ingest-keys', made),
  ];
  const keys = async () => {
    const { data } = await (await own!).get('/ingest-keys');
    return (data as { id: number; endsAt: number | null }[]).map(({ id, endsAt }) => ({ id, endsAt }));
  };
  expect((await ask.put(`/organisations/${part.id}`, { tie: 'loose' })).code).toBe(200);
  const endsAt = platform.clock.now() + 7 * 86_400_000;
  expect(await keys()).toEqual([
    { id: near.id, endsAt: null },
    { id: far.id, endsAt },
  ]);
  const messages = platform.db.selectFrom('outbox').select('recipient');
  const told = await messages.where('template', '=', 'ingestKeysEnding').execute();
  const to = (id: number) => told.some(({ recipient }) => recipient === `keys-${id}@example.com`);
  expect([to(part.id), to(branch.id)]).toEqual([true, false]);
});

test('SIM cards of a superior leave the devices of an organisation that it lets go, those of who still stands above stay', async () => {
  const { branch, other, part, ask, letGo } = await world();
  await letGo();
  const root = other.path.split('/').map(Number)[1]!;
  const { id: stationId } = await makeStation(platform, { organisationId: part.id });
  const iccids: string[] = [];
  for (const organisationId of [branch.id, root, part.id]) {
    const { id: deviceId } = await makeDevice(platform, { stationId, organisationId: part.id });
    const iccid = `8949${String(deviceId).padStart(8, '0')}${String(organisationId).padStart(8, '0')}`;
    await platform.db.insertInto('simCards').values({ organisationId, iccid, deviceId }).execute();
    iccids.push(iccid);
  }
  const admin = await api.as(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: part.id }),
  );
  const seen = async () => {
    const { rows } = (await admin.get('/sims')).data as { rows: { iccid: string }[] };
    return rows.map(({ iccid }) => iccid).toSorted();
  };
  expect(await seen()).toEqual(iccids.toSorted());
  expect((await ask.post(`/organisations/${part.id}/move`, { parentId: other.id })).code).toBe(200);
  expect(await seen()).toEqual(iccids.slice(1).toSorted());
});

test('SIM cards of an organisation that is let go leave the devices of those that managed it and of others below these', async () => {
  const { branch, part, ask, letGo } = await world();
  await letGo();
  const sister = await makeOrganisation(platform, branch);
  const put = async (cardOf: number, deviceOf: number) => {
    const { id: stationId } = await makeStation(platform, { organisationId: deviceOf });
    const { id: deviceId } = await makeDevice(platform, { stationId, organisationId: deviceOf });
    const iccid = `8949${String(deviceId).padStart(8, '0')}${String(cardOf).padStart(8, '0')}`;
    await platform.db.insertInto('simCards').values({ organisationId: cardOf, iccid, deviceId }).execute();
    return iccid;
  };
  const lost = [
    await put(part.id, branch.id),
    await put(part.id, sister.id),
    await put(sister.id, part.id),
    await put(branch.id, part.id),
  ];
  const kept = [await put(part.id, part.id), await put(branch.id, sister.id)];
  const held = async () => {
    const rows = platform.db.selectFrom('simCards').select('iccid').where('deviceId', 'is not', null);
    return (await rows.where('iccid', 'in', [...lost, ...kept]).execute())
      .map(({ iccid }) => iccid)
      .toSorted();
  };
  expect(await held()).toEqual([...lost, ...kept].toSorted());
  expect((await ask.put(`/organisations/${part.id}`, { tie: 'loose' })).code).toBe(200);
  expect(await held()).toEqual(kept.toSorted());
  const admin = await api.as(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: branch.id }),
  );
  const { rows } = (await admin.get('/sims')).data as { rows: { iccid: string }[] };
  expect(rows.map(({ iccid }) => iccid).filter((iccid) => lost.slice(0, 2).includes(iccid))).toEqual([]);
});

test('what the platform stopped with a superior stays stopped in an organisation that this one lets go, what the superior stopped does not', async () => {
  const { db, clock } = platform;
  const stop = { stoppedAt: new Date(clock.now()), stopReason: 'Look first' };
  const stopOf = async (stoppedByPlatform: boolean) => {
    const { branch, part, ask, letGo } = await world();
    await letGo();
    const rules = { organisationId: branch.id, ...stop, stoppedByPlatform };
    await db.insertInto('commandRules').values(rules).execute();
    expect((await ask.put(`/organisations/${part.id}`, { tie: 'loose' })).code).toBe(200);
    return db.selectFrom('commandRules').selectAll().where('organisationId', '=', part.id).executeTakeFirst();
  };
  expect(await stopOf(true)).toMatchObject({ ...stop, stoppedByPlatform: true });
  expect(await stopOf(false)).toBeUndefined();
});
