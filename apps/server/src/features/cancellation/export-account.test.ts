import { accountFile } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { createTurns } from '../../platform/turns.ts';
import { resolveActor } from '../accounts/index.ts';
import { exportAccount } from './export-account.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform, registerCancellationRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const exported = (bearer: string) =>
  server.app.inject({ url: '/api/ups/user/export', headers: { authorization: `Bearer ${bearer}` } });

test('the file holds the account, its settings, logins and stations with energies by local day; no secret', async () => {
  const organisation = await makeOrganisation(platform);
  const me = await person({ organisationId: organisation.id });
  await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
  await call('/ups/user/updateSettings', { method: 'PUT', body: { weekStart: 7 }, bearer: me.token });
  await call('/ups/user/totp/start', { body: { password: PASSWORD }, bearer: me.token });
  const one = await makeStation(platform, { ownerId: me.id, organisationId: organisation.id });
  const two = await makeStation(platform, { ownerId: me.id });
  const foreign = await makeStation(platform, { organisationId: organisation.id });
  const device = await makeDevice(platform, { stationId: one.id });
  // Midnight in Madrid.
  const start = Date.UTC(2026, 5, 19, 22) / 1000;
  const cell = {
    subject: 'station',
    grain: 'day',
    id: one.id,
    start,
    source: 'meter',
    completeness: 1,
    version: 1,
  };
  await platform.samples.insertRows('energy', [
    { ...cell, flow: 'pv', kwh: 10, spread: 1 },
    { ...cell, flow: 'export', kwh: 4, spread: 0 },
    { ...cell, flow: 'pv', kwh: 7, spread: 0, start: start + 86_400 },
    { ...cell, grain: 'hour', flow: 'pv', kwh: 3, spread: 0 },
  ]);
  await platform.db.insertInto('favourites').values({ userId: me.id, stationId: one.id }).execute();
  const view = { name: 'Mine', columns: ['name'], sort: 'name', direction: 'asc' } as const;
  await platform.db
    .insertInto('savedViews')
    .values({
      ...view,
      columns: [...view.columns],
      userId: me.id,
      organisationId: null,
      filters: '{"name":"roof"}',
    })
    .execute();
  const answer = await exported(me.token);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="sunfleet-account.json"');
  const file = answer.json();
  expect(file).toMatchObject({
    account: { id: me.id, email: me.email, role: 'owner' },
    settings: { weekStart: 7 },
    favourites: [one.id],
    savedViews: [{ ...view, shared: false, filters: { name: 'roof' } }],
    organisation: { code: organisation.code, name: organisation.name },
    logins: [{ method: 'password', outcome: 'success' }],
  });
  expect(file.stations.map(({ id }: { id: number }) => id)).toEqual([one.id, two.id]);
  expect(file.stations[0].devices).toMatchObject([{ sn: device.sn }]);
  expect(file.stations[0].days).toEqual([
    { day: '2026-06-20', energies: { pv: 11, export: 4 } },
    { day: '2026-06-21', energies: { pv: 7 } },
  ]);
  expect(file.stations[1].days).toEqual([]);
  expect(answer.body).not.toContain(foreign.name);
  expect(answer.body).not.toMatch(/passwordHash|totpSecret|tokenHash|refreshHash|keyHash|signingKey/);
});

test('the file is cut to what the contract names', async () => {
  const me = await person();
  const settings = JSON.stringify({ weekStart: 7, leftFromAnOldVersion: 'hidden' });
  await platform.db.updateTable('users').set({ settings }).where('id', '=', me.id).execute();
  await makeDevice(platform, { stationId: (await makeStation(platform, { ownerId: me.id })).id });
  const file = (await exported(me.token)).json();
  expect(accountFile.parse(file)).toEqual(file);
  expect(file.settings).toMatchObject({ weekStart: 7 });
  expect(file.settings).not.toHaveProperty('leftFromAnOldVersion');
});

test('ends in the middle where the session ends', async () => {
  const me = await person();
  for (let n = 0; n < 3; n += 1) await makeStation(platform, { ownerId: me.id });
  const { actor } = (await resolveActor(platform, me.token))!;
  const context = { actor, language: 'en-US' as const, address: null, bearer: me.token };
  const file = (await exportAccount({ ...platform, turns: createTurns({ atOnce: 1 }) }, context))[
    Symbol.asyncIterator
  ]();
  await file.next();
  await file.next();
  await platform.db.deleteFrom('sessions').where('userId', '=', me.id).execute();
  await expect(
    (async () => {
      for (;;) if ((await file.next()).done) return;
    })(),
  ).rejects.toThrow('unauthorised');
});

test('a station that is given away while the file is written is not in it', async () => {
  const [me, next] = [await person(), await person()];
  const mine: { id: number; name: string }[] = [];
  for (let n = 0; n < 3; n += 1) mine.push(await makeStation(platform, { ownerId: me.id }));
  const devices = await Promise.all(mine.map(({ id }) => makeDevice(platform, { stationId: id })));
  const { actor } = (await resolveActor(platform, me.token))!;
  const context = { actor, language: 'en-US' as const, address: null, bearer: me.token };
  const file = (await exportAccount({ ...platform, turns: createTurns({ atOnce: 1 }) }, context))[
    Symbol.asyncIterator
  ]();
  let text = '';
  for (let part = 0; part < 2; part += 1) text += (await file.next()).value;
  await platform.db.updateTable('stations').set({ ownerId: next.id }).where('id', '=', mine[2]!.id).execute();
  for (let part = await file.next(); !part.done; part = await file.next()) text += part.value;
  expect(JSON.parse(text).stations.map(({ id }: { id: number }) => id)).toEqual(
    mine.slice(0, 2).map(({ id }) => id),
  );
  expect(text).not.toContain(devices[2]!.sn);
  expect(text).not.toContain(mine[2]!.name);
});

test('stations of many files are read in turns of people, so that a long one keeps nobody waiting', async () => {
  const [many, few] = [await person(), await person()];
  for (let n = 0; n < 8; n += 1) await makeStation(platform, { ownerId: many.id });
  await makeStation(platform, { ownerId: few.id });
  const order: string[] = [];
  const inTurn = createTurns({ atOnce: 1 });
  const turns: typeof inTurn = {
    ...inTurn,
    take: (who, work) =>
      inTurn.take(who, () => {
        order.push(who);
        return work();
      }),
  };
  const begin = async (me: typeof many) => {
    const { actor } = (await resolveActor(platform, me.token))!;
    const context = { actor, language: 'en-US' as const, address: null, bearer: me.token };
    const file = (await exportAccount({ ...platform, turns }, context))[Symbol.asyncIterator]();
    // What is neither logins nor a station needs no turn, and takes as long as it takes.
    await file.next();
    return async () => {
      for (;;) if ((await file.next()).done) return;
    };
  };
  const begun = [await begin(many), await begin(many), await begin(few)];
  await Promise.all(begun.map((readOn) => readOn()));
  // One for the logins of each file.
  expect(order).toHaveLength(10 + 10 + 3);
  // The short file is through long before the others.
  expect(order.lastIndexOf(`user ${few.id}`)).toBeLessThan(13);
});

test('thousands of logins, devices and days are written in pieces, in their order and completely', async () => {
  const me = await person();
  const { id: stationId } = await makeStation(platform, { ownerId: me.id });
  await sql`INSERT INTO logins (user_id, at, method, outcome, address)
    SELECT ${me.id}::bigint, '2026-01-01'::timestamptz + (n / 2) * interval '1 second', 'password', 'success', '192.0.2.' || (n % 250)
      FROM generate_series(1, 2500) AS n`.execute(platform.db);
  await sql`INSERT INTO devices (sn, kind, organisation_id, station_id)
    SELECT 'IN-PIECES-' || n, 'inverter', organisation_id, id FROM stations, generate_series(1, 1200) AS n
     WHERE id = ${stationId}::bigint`.execute(platform.db);
  const { actor } = (await resolveActor(platform, me.token))!;
  const context = { actor, language: 'en-US' as const, address: null, bearer: me.token };
  const pieces: string[] = [];
  for await (const piece of await exportAccount({ ...platform, turns: createTurns({ atOnce: 1 }) }, context))
    pieces.push(String(piece));
  const file = accountFile.parse(JSON.parse(pieces.join('')));
  expect(file.logins.map(({ address }) => address)).toEqual(
    Array.from({ length: 2500 }, (_, n) => `192.0.2.${(n + 1) % 250}`),
  );
  expect(file.stations[0]!.devices).toHaveLength(1200);
  // A thousand logins and their names in JSON.
  const logins = pieces.filter((piece) => piece.includes('192.0.2.'));
  expect(logins).toHaveLength(3);
});

test('is for the person alone: neither for nobody, nor a visitor, nor an API key', async () => {
  const me = await person();
  const body = { name: 'k', permissions: ['stations.view'], expiresInDays: null };
  const { key } = (await call('/api-keys', { body, bearer: me.token })).data;
  expect((await exported('')).json().code).toBe(401);
  expect((await exported(key)).json().error).toBe('noDataPermission');
  const { data } = await call('/ups/user/visitor', { method: 'POST' });
  expect((await exported(data.token)).json().error).toBe('visitorReadOnly');
  expect((await exported(me.token)).json().stations).toEqual([]);
});
