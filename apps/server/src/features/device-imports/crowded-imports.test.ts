import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ageOrganisation } from '../../../test/age-organisation.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { startImport } from './start-import.ts';
import { workImports } from './work-imports.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(platform.stop);
beforeEach(() => db.deleteFrom('deviceImports').execute());

interface Table {
  userId: number;
  organisationId: number;
  station?: string;
  rows?: number;
  state?: 'running' | 'checked';
}

/** A table of somebody. Rows of a station that is not there are refused one by one. */
async function makeTable({
  userId,
  organisationId,
  station = 'Nowhere',
  rows = 2000,
  state = 'running',
}: Table) {
  const made = await db
    .insertInto('deviceImports')
    .values({ userId, organisationId, fileName: 'x.csv', language: 'en-US', state, createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO device_import_rows (import_id, row, place, sn, station, kind, fields, state)
    SELECT ${made.id}::bigint, row, row, sn, ${station}::text, 'logger', jsonb_build_object('sn', sn, 'station', ${station}::text, 'kind', 'logger'),
           ${state === 'running' ? 'waiting' : 'ready'}
      FROM (SELECT row, 'CROWD' || ${made.id}::bigint || 'R' || row AS sn FROM generate_series(1, ${rows}::int) AS row) AS made`.execute(
    db,
  );
  return made.id;
}

async function makeHome() {
  const { id: organisationId } = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId });
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  return { organisationId, station, admin };
}

async function waitingOf(id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM device_import_rows WHERE import_id = ${id} AND state = 'waiting'`.execute(
    db,
  );
  return rows[0]!.n;
}

async function start(user: { id: number }, id: number): Promise<string> {
  const actor = (await findUserActor(db, { userId: user.id, at: platform.clock.now() }))!;
  const context = { actor, address: null, language: 'en-US', bearer: '' } as const;
  return startImport(platform, context, { id, rows: 'ready' }).then(
    ({ state }) => state,
    (error: { key: string }) => error.key,
  );
}

/** Works until a table has nothing that waits. */
async function workUntil(id: number): Promise<void> {
  const stop = new AbortController();
  const work = workImports(platform, stop.signal).catch(() => undefined);
  await vi.waitFor(async () => expect(await waitingOf(id)).toBe(0), { timeout: 15_000 });
  stop.abort();
  await work;
}

test('tables that a customer began before keep nobody else of the organisation waiting', async () => {
  const { organisationId, station, admin } = await makeHome();
  const customer = await makeUser(platform, { role: 'owner', organisationId });
  const early = await makeTable({ userId: customer.id, organisationId });
  const late = await makeTable({ userId: admin.id, organisationId, station: station.name, rows: 3 });
  await workUntil(late);
  expect(await waitingOf(early)).toBeGreaterThan(0);
});

test('tables of many new organisations leave one that is there longer every other turn', async () => {
  const { organisationId, station, admin } = await makeHome();
  await ageOrganisation(platform, organisationId);
  const crowd: number[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const home = await makeHome();
    crowd.push(await makeTable({ userId: home.admin.id, organisationId: home.organisationId, rows: 60 }));
  }
  const late = await makeTable({ userId: admin.id, organisationId, station: station.name, rows: 40 });
  await workUntil(late);
  const left = await Promise.all(crowd.map(waitingOf));
  expect(left.reduce((sum, each) => sum + each, 0)).toBeGreaterThan((20 * 60) / 2);
});

test('who left an organisation uses up none of its open tables', async () => {
  const { organisationId, admin } = await makeHome();
  const elsewhere = await makeOrganisation(platform);
  const left = await makeUser(platform, { role: 'owner', organisationId: elsewhere.id });
  for (let nth = 0; nth < LIMITS.importsOpen; nth += 1)
    await makeTable({ userId: left.id, organisationId, rows: 1 });
  expect(await start(admin, await makeTable({ userId: admin.id, organisationId, state: 'checked' }))).toBe(
    'running',
  );
  expect(await start(left, await makeTable({ userId: left.id, organisationId, state: 'checked' }))).toBe(
    'importsTooMany',
  );
});
