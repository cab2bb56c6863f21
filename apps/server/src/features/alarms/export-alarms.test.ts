import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { registerAlarmsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as, asProgram } = await openApi(platform, registerAlarmsRoutes);
const { db } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const BEGAN = Date.UTC(2026, 5, 21, 10);

async function mintFleet() {
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id, name: '=cmd()' });
  const device = await makeDevice(platform, { stationId: station.id });
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const raise = (code: string, values: object = {}) =>
    db
      .insertInto('alarms')
      .values({
        stationId: station.id,
        deviceId: device.id,
        type: 'deviceFault',
        code,
        level: 'general',
        textKey: 'faults.nobody.knows',
        beganAt: new Date(BEGAN),
        lastSeenAt: new Date(BEGAN),
        ...values,
      })
      .execute();
  return { device, user, raise };
}

const COLUMNS = 'name,level,station,loss,money,duration,beganAt,cause';

test('a file holds exactly the filtered alarms, the worst loss first and unknown ones last', async () => {
  const { user, raise } = await mintFleet();
  await raise('SMALL', { lost: 1500, lostAmount: 15, lostCurrency: 'EUR' });
  await raise('UNKNOWN');
  await raise('LARGE', {
    lost: 20_000,
    lostAmount: 200,
    lostCurrency: 'EUR',
    textKey: 'faults.platform.offline',
    recoveredAt: new Date(BEGAN + 5_400_000),
  });
  await raise('TIP', { level: 'tip' });
  const authorization = `Bearer ${await signIn(platform, user)}`;
  const query = `level=general&state=all&sort=loss&columns=${COLUMNS}&timeZone=Europe/Madrid`;
  const url = `/api/alarm-list/file?${query}`;
  const { payload, headers } = await server.app.inject({ url, headers: { authorization } });
  expect(headers['content-disposition']).toBe('attachment; filename="alarms.csv"');
  const lines = payload.slice(1).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'Alarm,Level,Station,Loss (kWh),Worth,Currency,Duration (h),Began (Europe/Madrid),Cause',
  );
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Device offline', 'SMALL', 'UNKNOWN']);
  expect(lines[1]).toMatch(/^Device offline,General,'=cmd\(\),20,2,EUR,1\.5,2026-06-21 12:00:00,/);
  expect(lines[3]).toMatch(/^UNKNOWN,General,'=cmd\(\),,,,/);
  const repeated = (columns: string) =>
    server.app.inject({ url: `/api/alarm-list/file?columns=${columns}`, headers: { authorization } });
  expect((await repeated('code,level,code')).payload).toMatch(/^\uFEFFCode,Level\r\n/);
  expect((await repeated('advice,'.repeat(40))).statusCode).toBe(400);
});

test('each part of a file is read in the turns of people, as any other request of its person', async () => {
  const { user, raise } = await mintFleet();
  for (let n = 0; n < 3; n += 1) await raise(`PART${n}`);
  await sql`INSERT INTO alarms (station_id, device_id, type, code, level, text_key, began_at, last_seen_at)
    SELECT station_id, device_id, type, 'MANY' || n, level, text_key, began_at, last_seen_at FROM alarms, generate_series(1, 400) AS n
     WHERE code = 'PART0'`.execute(db);
  const { people } = server;
  const { lookUp } = people;
  const asked: string[] = [];
  people.lookUp = (sender, name, work) => {
    asked.push(`${sender.person} ${name}`);
    return lookUp(sender, name, work);
  };
  const authorization = `Bearer ${await signIn(platform, user)}`;
  const { payload } = await server.app.inject({
    url: '/api/alarm-list/file?state=all&columns=name&timeZone=UTC',
    headers: { authorization },
  });
  people.lookUp = lookUp;
  expect(payload.trimEnd().split('\r\n')).toHaveLength(1 + 403);
  expect(asked).toEqual(Array.from({ length: 1 + 3 }, () => `user ${user.id} exportAlarms`));
});

test('whoever may not see prices sees what was lost and not what it was worth', async () => {
  const { user, raise } = await mintFleet();
  await raise('DEAR', { lost: 1000, lostAmount: 10, lostCurrency: 'EUR' });
  const lossFor = async ({ get }: Client) => (await get('/alarms?state=all&q=DEAR')).data.rows[0].loss;
  expect(await lossFor(await as(user))).toEqual({ energy: 1000, money: { amount: 10, currency: 'EUR' } });
  const program = await asProgram(user, ['alarms.view', 'stations.view']);
  expect(await lossFor(program)).toEqual({ energy: 1000, money: null });
});
