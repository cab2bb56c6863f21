import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerAlarmsRoutes } from '../alarms/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerLabelsRoutes } from '../labels/index.ts';
import { readStandingAlarms } from '../live-state/read-states.ts';

const platform = await testPlatform();
const { server, as } = await openApi(
  platform,
  registerAlarmsRoutes,
  registerLabelsRoutes,
  registerDevicesRoutes,
);
const { db, clock } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** A station with so many devices that carry a label, and an alarm of one code at each. */
async function home(count: number) {
  const place = { organisationId: (await makeOrganisation(platform)).id };
  const { id: stationId } = await makeStation(platform, place);
  const boss = await as(await makeUser(platform, { role: 'organisationAdmin', ...place }));
  const label: number = (await boss.post('/labels', { name: 'Roofs', color: '#0055AA' })).data.id;
  const { rows } = await sql<{ id: number }>`
    WITH made AS (INSERT INTO devices (sn, kind, station_id, organisation_id)
      SELECT ${`L${stationId}-`} || n, 'inverter', ${stationId}, ${place.organisationId} FROM generate_series(1, ${count}::int) n RETURNING id),
    labelled AS (INSERT INTO device_labels (device_id, label_id) SELECT id, ${label} FROM made)
    INSERT INTO alarms (station_id, device_id, type, code, level, text_key, began_at, last_seen_at)
    SELECT ${stationId}, id, 'deviceFault', 'F18', 'general', 'faults.common.gridOverVoltage', now(), now() FROM made
    RETURNING id`.execute(db);
  return { ...place, stationId, boss, label, alarmId: rows[0]!.id };
}

const shield = (who: Client, alarmId: number, labelId: number) =>
  who.post('/alarms/shield', { ids: [alarmId], of: 'label', labelId, until: null, reason: 'New panels' });

const followers = async (stationId: number) =>
  (
    await sql<{
      id: number;
    }>`SELECT id FROM alarm_shields WHERE station_id = ${stationId} ORDER BY id`.execute(db)
  ).rows.length;

function mostFollowers(most: number): void {
  const limits: { followersOfShields: number } = LIMITS;
  const before = limits.followersOfShields;
  limits.followersOfShields = most;
  onTestFinished(() => void (limits.followersOfShields = before));
}

test('whoever shields by a label again and again leaves no rows of before, but where an alarm ended meanwhile', async () => {
  const { boss, label, alarmId, stationId } = await home(5);
  for (let n = 0; n < 3; n += 1) expect((await shield(boss, alarmId, label)).code).toBe(200);
  expect(await followers(stationId)).toBe(5);
  const ended = new Date(clock.now() + 1000);
  await db.updateTable('alarms').set({ recoveredAt: ended }).where('id', '=', alarmId).execute();
  const other = (await boss.get('/alarms?state=active&shielded=yes')).data.rows[0].id as number;
  clock.advance(60_000);
  expect((await shield(boss, other, label)).code).toBe(200);
  expect(await followers(stationId)).toBe(6);
  expect((await boss.get('/alarms?state=all&shielded=yes')).data.total).toBe(5);
});

test('thousands of alarms under thousands of shields are told apart at once', async () => {
  const { boss, label, alarmId, stationId } = await home(3000);
  expect((await shield(boss, alarmId, label)).code).toBe(200);
  const devices = await db.selectFrom('devices').select('id').where('stationId', '=', stationId).execute();
  const began = performance.now();
  expect(
    await readStandingAlarms(
      db,
      devices.map(({ id }) => id),
      clock.now(),
    ),
  ).toEqual([]);
  expect((await boss.get('/alarms?shielded=no')).data.total).toBe(0);
  expect(performance.now() - began).toBeLessThan(1500);
});

test('shields by labels hold at so many places of an organisation, whether they are made or the label is put', async () => {
  const { boss, label, alarmId, stationId, organisationId } = await home(4);
  mostFollowers(3);
  expect((await shield(boss, alarmId, label)).error).toBe('labelShieldsFull');
  mostFollowers(4);
  expect((await shield(boss, alarmId, label)).code).toBe(200);
  const { id } = await makeDevice(platform, { organisationId, stationId });
  expect((await boss.put(`/devices/${id}/labels`, { labelIds: [label] })).error).toBe('labelShieldsFull');
  expect(await followers(stationId)).toBe(4);
});

test('whoever shields very many alarms again and again pauses for the steps that stay with them', async () => {
  const { boss, label, alarmId, stationId } = await home(3000);
  const told: string[] = [];
  for (let n = 0; n < 8; n += 1) told.push((await shield(boss, alarmId, label)).error ?? 'done');
  expect(told).toEqual([...Array.from({ length: 7 }, () => 'done'), 'tooManyRequests']);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM alarm_steps JOIN alarms ON alarms.id = alarm_id WHERE station_id = ${stationId}`.execute(
    db,
  );
  expect(rows[0]!.n).toBe(21_000);
});
