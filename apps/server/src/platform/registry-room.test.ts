import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ageOrganisation } from '../../test/age-organisation.ts';
import { openApi } from '../../test/api-kit.ts';
import { testPlatform } from '../../test/harness.ts';
import { makeOrganisation } from '../../test/makers.ts';
import { openFleet } from '../features/fleet/index.ts';
import { registerDevicesRoutes } from '../features/devices/index.ts';
import { registerStationsRoutes } from '../features/stations/index.ts';
import { registryRoom } from './registry-room.ts';

const MOST = 1000;
const platform = await testPlatform({ SUNFLEET_ADDED_BY_NEWCOMERS: String(MOST) });
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerStationsRoutes, registerDevicesRoutes);
const fleet = await openFleet(platform);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

beforeEach(async () => {
  await sql`TRUNCATE devices, stations CASCADE`.execute(db);
});

const roomOf = (organisationId: number) => registryRoom(db, platform, { organisationId, wanted: MOST });

/** As so many that somebody added. */
async function add(organisationId: number, devices: number): Promise<void> {
  await sql`INSERT INTO devices (sn, kind, organisation_id, created_at)
    SELECT ${randomUUID()} || n, 'inverter', ${organisationId}, ${new Date(clock.now())} FROM generate_series(1, ${devices}) AS n`.execute(
    db,
  );
}

async function founder() {
  const who = await someone('organisationAdmin');
  const own = await db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', who.organisationId)
    .executeTakeFirstOrThrow();
  return { who, own };
}

test('whoever makes organisations at will adds a quarter of what the others leave by all of them together', async () => {
  const [{ own }, { own: other }] = [await founder(), await founder()];
  const below = await Promise.all(
    (['tight', 'tight', 'loose'] as const).map((tie) => makeOrganisation(platform, own, tie)),
  );
  expect(await roomOf(own.id)).toBe(250);
  await add(own.id, 50);
  await add(below[0]!.id, 150);
  expect(await Promise.all([own, ...below].map(({ id }) => roomOf(id)))).toEqual([50, 50, 50, 50]);
  await add(below[1]!.id, 50);
  expect(await Promise.all([own, ...below].map(({ id }) => roomOf(id)))).toEqual([0, 0, 0, 0]);
  // Unbound ones are held, too.
  await sql`UPDATE devices SET organisation_id = NULL, freed_from = organisation_id WHERE organisation_id = ${below[1]!.id}`.execute(
    db,
  );
  expect(await roomOf(own.id)).toBe(0);
  expect(await roomOf(other.id)).toBe(187);
});

test('a few for each account are added in any case, and those who are there longer are not asked', async () => {
  const [{ own: full }, { own: late }, { own: old }] = [await founder(), await founder(), await founder()];
  await ageOrganisation(platform, old.id);
  await add(full.id, MOST);
  await add(old.id, MOST);
  expect(await roomOf(full.id)).toBeLessThan(0);
  expect(await roomOf(late.id)).toBe(LIMITS.addedByAccount);
  await add(late.id, LIMITS.addedByAccount);
  expect(await roomOf(late.id)).toBe(0);
  expect(await roomOf(old.id)).toBe(Number.POSITIVE_INFINITY);
  // However old it is, one in which nobody has an account is a folder of whoever made it.
  const folder = await makeOrganisation(platform, old);
  await ageOrganisation(platform, folder.id);
  expect(await roomOf(folder.id)).toBe(LIMITS.addedByAccount);
  // Nobody makes accounts that are there longer: who works for long has room for a usual fleet, whatever others do.
  const longAgo = new Date(clock.now() - (LIMITS.newcomerDays + 1) * 86_400_000);
  await sql`UPDATE users SET created_at = ${longAgo} WHERE organisation_id = ${old.id}`.execute(db);
  expect(await roomOf(folder.id)).toBe(LIMITS.addedByOlderAccount);
});

test('what people leave behind is bounded together, and has nothing for accounts', async () => {
  const left = await Promise.all([1, 2, 3].map(() => makeOrganisation(platform)));
  await add(left[0]!.id, 200);
  expect(await Promise.all(left.map(({ id }) => roomOf(id)))).toEqual([50, 50, 50]);
  await add(left[1]!.id, 50);
  expect(await Promise.all(left.map(({ id }) => roomOf(id)))).toEqual([0, 0, 0]);
});

test('stations and devices of a new organisation are refused beyond it, by people and by keys', async () => {
  const [{ who, own }, { own: crowd }] = [await founder(), await founder()];
  await add(crowd.id, MOST);
  await add(own.id, LIMITS.addedByAccount - 2);
  const body = { name: 'Roof', type: 'residential', capacityKw: 5, latitude: 48, longitude: 11 };
  const { data: station } = await who.post('/stations', body);
  const device = () =>
    who.post(`/stations/${station.id}/devices`, { sn: `ADD${randomUUID().slice(0, 12)}`, kind: 'inverter' });
  expect((await device()).code).toBe(200);
  expect((await device()).error).toBe('newcomersAdded');
  expect((await who.post('/stations', body)).error).toBe('newcomersAdded');
  const key = { id: own.id, code: own.code, manages: new Set([own.id]) };
  await expect(fleet.directory.forKey(key, `ADD${randomUUID().slice(0, 12)}`)).rejects.toMatchObject({
    key: 'tooManyNewDevices',
  });
  await ageOrganisation(platform, own.id);
  expect((await device()).code).toBe(200);
  clock.advance(60_000);
  const sn = `ADD${randomUUID().slice(0, 12)}`;
  await fleet.directory.forKey(key, sn);
  await vi.waitUntil(() => fleet.directory.bySn(sn));
});
