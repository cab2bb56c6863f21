import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { turnShields } from '../src/features/alarms/index.ts';
import { settleUpgrades } from '../src/features/firmware/upgrades/settle-upgrades.ts';
import { expireHandOvers, remindOfEnds } from '../src/features/grants/index.ts';
import { foldStations } from '../src/features/search/index.ts';
import { tellSimAlerts } from '../src/features/sims/index.ts';
import { placeStations } from '../src/features/stations/index.ts';
import { expireUnknown } from '../src/features/unknown-devices/index.ts';
import { removeEach } from '../src/platform/files/remove-each.ts';
import { testPlatform } from './harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from './makers.ts';
import { releaseFirmware } from './upgraded-fleet.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const DAY = 86_400_000;
const at = (days: number) => new Date(clock.now() + days * DAY);

/** From now on a row cannot be written or deleted. */
async function poison(table: string, column: string, id: number): Promise<void> {
  const name = `poison_${table}`;
  await sql`
    CREATE OR REPLACE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS
      ${sql.lit(`BEGIN IF coalesce(NEW.${column}, OLD.${column}) = ${id} THEN RAISE EXCEPTION 'poison'; END IF; RETURN coalesce(NEW, OLD); END`)}`.execute(
    db,
  );
  await sql`CREATE TRIGGER ${sql.ref(name)} BEFORE INSERT OR UPDATE OR DELETE ON ${sql.ref(table)}
    FOR EACH ROW EXECUTE FUNCTION ${sql.ref(name)}()`.execute(db);
}

/** Three rows, of which the one in the middle cannot be written; answers which of them a job did. */
async function left(
  { table, column = 'id', make }: { table: string; column?: string; make: () => Promise<number> },
  work: () => Promise<unknown>,
  done: (id: number) => Promise<boolean>,
): Promise<boolean[]> {
  const ids = [await make(), await make(), await make()];
  await poison(table, column, ids[1]!);
  await work();
  await sql`DROP TRIGGER ${sql.ref(`poison_${table}`)} ON ${sql.ref(table)}`.execute(db);
  const found: boolean[] = [];
  for (const id of ids) found.push(await done(id));
  return found;
}

const OTHERS = [true, false, true];
const station = async () => (await makeStation(platform)).id;

test('a station that cannot be placed or folded keeps no other one waiting', async () => {
  const nowhere = { ofSites: async (sites: readonly object[]) => sites.map(() => undefined) };
  const placed = await left(
    { table: 'stations', make: station },
    () => placeStations(platform, nowhere),
    async (id) => {
      const row = await db.selectFrom('stations').select('placedAt').where('id', '=', id).executeTakeFirst();
      return row?.placedAt !== null;
    },
  );
  expect(placed).toEqual(OTHERS);
  const folded = await left(
    { table: 'station_words', column: 'station_id', make: station },
    () => foldStations(platform),
    async (id) =>
      (await db.selectFrom('stationWords').select('name').where('stationId', '=', id).execute()).length === 1,
  );
  expect(folded).toEqual(OTHERS);
});

test('a grant or an offer of which nobody can be told keeps no other one waiting', async () => {
  const grant = async () => {
    const [giver, taker] = [await makeUser(platform), await makeUser(platform)];
    const period = { beginsAt: at(-340), endsAt: at(20), createdAt: at(-340) };
    const values = {
      state: 'accepted',
      toUserId: taker.id,
      createdBy: giver.id,
      role: 'viewer',
      ...period,
    } as const;
    return (await db.insertInto('grants').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const reminded = await left(
    { table: 'grants', make: grant },
    () => remindOfEnds(platform),
    async (id) => {
      const row = await db.selectFrom('grants').select('remindedAt').where('id', '=', id).executeTakeFirst();
      return row?.remindedAt !== null;
    },
  );
  expect(reminded).toEqual(OTHERS);
  const offer = async () => {
    const owner = await makeUser(platform);
    const period = { createdAt: at(-8), expiresAt: at(-1) };
    const values = {
      stationId: await station(),
      fromUserId: owner.id,
      toAccount: 'nobody@example.com',
      ...period,
    };
    return (await db.insertInto('handOvers').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const ended = await left(
    { table: 'hand_overs', make: offer },
    () => expireHandOvers(platform),
    async (id) => {
      const row = await db.selectFrom('handOvers').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state === 'expired';
    },
  );
  expect(ended).toEqual(OTHERS);
});

test('an organisation that cannot be told of its cards, and a shield that cannot end, keep no other one waiting', async () => {
  let last = 0;
  const card = async () => {
    const { id: organisationId } = await makeOrganisation(platform);
    const iccid = `8934${String((last += 1)).padStart(15, '0')}`;
    const values = { organisationId, iccid, usedMb: 100, volumeMb: 100 };
    return (await db.insertInto('simCards').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const told = await left(
    { table: 'sim_told', column: 'sim_id', make: card },
    () => tellSimAlerts(platform),
    async (id) =>
      (await db.selectFrom('simTold').select('alert').where('simId', '=', id).execute()).length === 1,
  );
  expect(told).toEqual(OTHERS);
  const shield = async () => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO alarm_shields (station_id, code, text_key, level, reason, created_at, starts_at, until, begun)
      VALUES (${await station()}, '1', '', 'general', 'works', ${at(-2)}, ${at(-2)}, ${at(-1)}, true) RETURNING id`.execute(
      db,
    );
    return Number(rows[0]!.id);
  };
  const turned = await left(
    { table: 'alarm_shields', make: shield },
    () => turnShields(platform),
    async (id) => {
      const row = await db
        .selectFrom('alarmShields')
        .select('endedAt')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.endedAt !== null;
    },
  );
  expect(turned).toEqual(OTHERS);
});

test('a device whose upgrade cannot end keeps no other one waiting', async () => {
  const { id: firmwareId } = await releaseFirmware(platform);
  const upgrade = { firmwareId, userId: null, organisationId: null, mostFailed: 100, createdAt: at(-1) };
  const { id: upgradeId } = await db
    .insertInto('firmwareUpgrades')
    .values(upgrade)
    .returning('id')
    .executeTakeFirstOrThrow();
  const one = async () => {
    const { id: deviceId } = await makeDevice(platform);
    const values = { upgradeId, deviceId, wave: 1, state: 'transferring', beganAt: at(-1) } as const;
    await db.insertInto('firmwareUpgradeDevices').values(values).execute();
    return deviceId;
  };
  const ended = await left(
    { table: 'firmware_upgrade_devices', column: 'device_id', make: one },
    () => settleUpgrades(platform),
    async (id) => {
      const of = db.selectFrom('firmwareUpgradeDevices').select('state').where('deviceId', '=', id);
      return (await of.executeTakeFirst())?.state === 'timedOut';
    },
  );
  expect(ended).toEqual(OTHERS);
});

test('a silent device that cannot be removed, and a file that cannot, keep no other one', async () => {
  const silent = async () => {
    const { id } = await makeDevice(platform, { foundBy: 'mqtt' });
    await sql`UPDATE devices SET created_at = ${at(-400)}, first_seen_at = ${at(-400)} WHERE id = ${id}`.execute(
      db,
    );
    return id;
  };
  const removed = await left(
    { table: 'devices', make: silent },
    () => expireUnknown(platform),
    async (id) => {
      const row = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst();
      return row === undefined;
    },
  );
  expect(removed).toEqual(OTHERS);

  const gone: string[] = [];
  const remove = async (name: string) => {
    if (name === 'b') throw new Error('no right to remove it');
    gone.push(name);
  };
  expect(await removeEach({ ...platform, files: { ...platform.files, remove } }, ['a', 'b', 'c'])).toBe(
    false,
  );
  expect(gone).toEqual(['a', 'c']);
});
