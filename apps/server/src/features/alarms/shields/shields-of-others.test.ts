import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeGrant, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { leaveGranted } from '../../alarm-shields/index.ts';
import { readStationScope } from '../../scope/index.ts';
import { alarmsShielded } from '../listing/shielded-alarms.queries.ts';
import { listAlarmShields } from './list-alarm-shields.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

/** What labels of one organisation keep quiet may be two hundred thousand rows. */
const OF_OTHERS = 20_000;
/** Far fewer than those of others, and more than pages of an organisation of one station read. */
const FEW = 500;

let actor: Actor;
let stationId: number;
let userId: number;

beforeAll(async () => {
  const other = await makeOrganisation(platform);
  const theirs = await makeStation(platform, { organisationId: other.id });
  const own = await makeOrganisation(platform);
  stationId = (await makeStation(platform, { organisationId: own.id })).id;
  userId = (await makeUser(platform, { role: 'organisationAdmin', organisationId: own.id })).id;
  actor = (await findUserActor(db, { userId, at: clock.now() }))!;
  await sql`
    INSERT INTO alarm_shields (station_id, code, text_key, level, reason, created_at)
    SELECT CASE WHEN n > 3 THEN ${theirs.id}::bigint ELSE ${stationId}::bigint END, 'X' || n, 'faults.x', 'tip', 'Quiet', now()
      FROM generate_series(1, ${OF_OTHERS}::int) AS n`.execute(db);
  await sql`ANALYZE alarm_shields`.execute(db);
});

const readOf = (work: (trx: Db) => Promise<unknown>) => rowsRead(db, { table: 'alarm_shields' }, work);

test('the shields of an organisation are listed without reading those of others', async () => {
  const read = await readOf(async (trx) => {
    const query = { state: 'running', page: 1, pageSize: 20 } as const;
    const page = await listAlarmShields({ db: trx, clock }, actor, query);
    expect(page).toMatchObject({ total: 3, rows: [{ code: 'X3' }, { code: 'X2' }, { code: 'X1' }] });
  });
  expect(read).toBeLessThan(FEW);
});

test('alarms that are quiet are looked for by the shields of stations in scope alone', async () => {
  const scope = await readStationScope(db, actor, 'alarms.view');
  const read = await readOf(async (trx) => {
    const found = await alarmsShielded(trx, { scope, now: clock.now() });
    expect(found?.stations).toEqual([stationId]);
    expect(found?.codes?.toSorted()).toEqual(['X1', 'X2', 'X3']);
  });
  expect(read).toBeLessThan(FEW);
});

test('an authorisation that ends reads the shields of its stations alone', async () => {
  const { id } = await makeGrant(platform, { toUserId: userId, stationId });
  const read = await readOf((trx) =>
    leaveGranted(trx as Transaction<Tables>, { grantIds: [id], now: clock.now(), by: null }),
  );
  expect(read).toBeLessThan(FEW);
});
