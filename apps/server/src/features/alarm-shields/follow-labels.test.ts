import type { Alarm, AlarmShield } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables/organisations.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import { registerAlarmsRoutes, turnShields } from '../alarms/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerLabelsRoutes } from '../labels/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(
  platform,
  registerAlarmsRoutes,
  registerLabelsRoutes,
  registerStationsRoutes,
  registerDevicesRoutes,
);
const { db, clock } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;

const raise = (device: Selectable<DevicesTable>) =>
  db
    .insertInto('alarms')
    .values({
      stationId: device.stationId,
      deviceId: device.id,
      type: 'deviceFault',
      code: 'F18',
      level: 'general',
      textKey: 'faults.common.gridOverVoltage',
      beganAt: new Date(clock.now()),
      lastSeenAt: new Date(clock.now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Two stations with a device and an alarm each, a label that the first carries, and an administrator. */
async function home(above?: Selectable<OrganisationsTable>) {
  const organisation = await makeOrganisation(platform, above);
  const place = { organisationId: organisation.id };
  const stations = [await makeStation(platform, place), await makeStation(platform, place)] as const;
  const devices = [
    await makeDevice(platform, { ...place, stationId: stations[0].id }),
    await makeDevice(platform, { ...place, stationId: stations[1].id }),
  ] as const;
  const alarms = [await raise(devices[0]), await raise(devices[1])] as const;
  const user = await makeUser(platform, { role: 'organisationAdmin', ...place });
  const boss = await as(user);
  const label: number = (await boss.post('/labels', { name: 'Roofs', color: '#0055AA' })).data.id;
  const put = (of: 'stations' | 'devices', id: number, labelIds: number[]) =>
    boss.put(`/${of}/${id}/labels`, { labelIds });
  await put('stations', stations[0].id, [label]);
  return { organisation, stations, devices, alarms, boss, label, put };
}

const shield = async (who: Client, alarmId: number, labelId: number, until: number | null = null) => {
  const wish = { ids: [alarmId], of: 'label', labelId, until, reason: 'New panels' };
  const answer = await who.post('/alarms/shield', wish);
  expect(answer.code, answer.msg).toBe(200);
  return answer.data.ids as number[];
};
const quiet = async (who: Client): Promise<number[]> =>
  ((await who.get('/alarms?shielded=yes')).data.rows as Alarm[])
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
const shields = async (who: Client, state = 'running') =>
  (await who.get(`/alarm-shields?state=${state}`)).data.rows as AlarmShield[];
const stepsOf = async (who: Client, id: number) =>
  ((await who.get(`/alarms/${id}/steps`)).data as { kind: string }[]).map(({ kind }) => kind);

test('what gets the label is kept quiet, what loses it is heard again, and both are told at the alarm', async () => {
  const { stations, devices, alarms, boss, label, put } = await home();
  const [parent] = await shield(boss, alarms[0].id, label);
  expect(await quiet(boss)).toEqual([alarms[0].id]);
  await put('devices', devices[1].id, [label]);
  expect(await quiet(boss)).toEqual([alarms[0].id, alarms[1].id]);
  expect(await shields(boss)).toMatchObject([
    {
      id: parent,
      kind: 'label',
      station: null,
      label: { id: label, name: 'Roofs', carriers: 2 },
      standing: 2,
    },
  ]);
  await put('stations', stations[0].id, []);
  expect(await quiet(boss)).toEqual([alarms[1].id]);
  expect(await stepsOf(boss, alarms[0].id)).toEqual(['shielded', 'shieldEnded']);
  await put('devices', devices[1].id, []);
  expect(await quiet(boss)).toEqual([]);
  expect(await shields(boss)).toMatchObject([{ id: parent, label: { carriers: 0 }, standing: 0 }]);
});

test('one carrier is an exception until it gets the label anew; the end of the shield ends all', async () => {
  const { stations, alarms, boss, label, put } = await home();
  await put('stations', stations[1].id, [label]);
  const [parent] = await shield(boss, alarms[0].id, label);
  const { shield: own } = ((await boss.get('/alarms?shielded=yes')).data.rows as Alarm[]).find(
    ({ id }) => id === alarms[0].id,
  )!;
  expect((await boss.del(`/alarm-shields/${own!.id}`)).code).toBe(200);
  expect(await quiet(boss)).toEqual([alarms[1].id]);
  await put('stations', stations[0].id, [label]);
  expect(await quiet(boss)).toEqual([alarms[1].id]);
  await put('stations', stations[0].id, []);
  await put('stations', stations[0].id, [label]);
  expect(await quiet(boss)).toEqual([alarms[0].id, alarms[1].id]);
  expect((await boss.post(`/alarm-shields/${parent}/review`)).code).toBe(200);
  expect((await boss.del(`/alarm-shields/${parent}`)).code).toBe(200);
  expect(await quiet(boss)).toEqual([]);
  await put('stations', stations[0].id, []);
  await put('stations', stations[0].id, [label]);
  expect(await quiet(boss)).toEqual([]);
});

test('the label’s deletion ends the shield, which its list tells', async () => {
  const { alarms, boss, label } = await home();
  const [parent] = await shield(boss, alarms[0].id, label);
  expect((await boss.del(`/labels/${label}`)).code).toBe(200);
  expect(await quiet(boss)).toEqual([]);
  expect(await shields(boss)).toEqual([]);
  expect(await shields(boss, 'ended')).toMatchObject([
    { id: parent, label: { id: null, name: 'Roofs', carriers: 0 }, ended: { by: expect.any(String) } },
  ]);
});

test('a device takes its label’s shield along to another station', async () => {
  const { organisation, stations, boss, label, put } = await home();
  const other = await makeDevice(platform, {
    stationId: stations[1].id,
    organisationId: organisation.id,
  });
  await put('devices', other.id, [label]);
  const old = await raise(other);
  await shield(boss, old.id, label);
  const free = await makeStation(platform, { organisationId: organisation.id });
  const moved = await boss.post(`/devices/${other.id}/move`, { stationId: free.id });
  expect(moved.code, moved.msg).toBe(200);
  const rows = await db
    .selectFrom('alarmShields')
    .select(['stationId'])
    .where('deviceId', '=', other.id)
    .where('endedAt', 'is', null)
    .execute();
  expect(rows).toEqual([{ stationId: free.id }]);
});

test('who reaches single stations shields at these alone, whoever labels others later, and sees what others direct only there', async () => {
  const { organisation, stations, devices, alarms, boss, label, put } = await home();
  const owner = await makeUser(platform, { role: 'stationAdmin', organisationId: organisation.id });
  await db.updateTable('stations').set({ ownerId: owner.id }).where('id', '=', stations[0].id).execute();
  const narrow = await as(owner);
  const [parent] = await shield(narrow, alarms[0].id, label, clock.now() + DAY);
  await put('stations', stations[1].id, [label]);
  await put('devices', devices[1].id, [label]);
  expect(await quiet(boss)).toEqual([alarms[0].id]);
  expect(await shields(narrow)).toMatchObject([{ id: parent, label: { carriers: 1 } }]);
  await narrow.del(`/alarm-shields/${parent}`);
  const [whole] = await shield(boss, alarms[0].id, label, clock.now() + DAY);
  expect(await quiet(boss)).toEqual([alarms[0].id, alarms[1].id]);
  expect(await shields(narrow)).toMatchObject([
    { kind: 'fault', station: { id: stations[0].id }, label: null },
  ]);
  expect((await narrow.del(`/alarm-shields/${whole}`)).error).toBe('alarmShieldNotFound');
});

test('who reaches single stations leaves the shield of who reaches all as it is', async () => {
  const { organisation, stations, alarms, boss, label, put } = await home();
  await put('stations', stations[1].id, [label]);
  const [whole] = await shield(boss, alarms[0].id, label);
  const owner = await makeUser(platform, { role: 'stationAdmin', organisationId: organisation.id });
  await db.updateTable('stations').set({ ownerId: owner.id }).where('id', '=', stations[0].id).execute();
  const narrow = await as(owner);
  const [first] = await shield(narrow, alarms[0].id, label, clock.now() + DAY);
  const [second] = await shield(narrow, alarms[0].id, label, clock.now() + DAY);
  expect((await shields(boss)).map(({ id }) => id).toSorted()).toEqual([whole, second].toSorted());
  expect((await shields(boss, 'ended')).map(({ id }) => id)).toContain(first);
  await narrow.del(`/alarm-shields/${second}`);
  expect(await quiet(boss)).toEqual([alarms[0].id, alarms[1].id]);
  const [anew] = await shield(boss, alarms[0].id, label);
  expect((await shields(boss)).map(({ id }) => id)).toEqual([anew]);
});

test('an organisation that this one is tight below sees and ends the shield once; one that it is loose below sees nothing', async () => {
  const upper = await makeOrganisation(platform);
  const { organisation, alarms, boss, label } = await home(upper);
  const above = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId: upper.id }));
  const [parent] = await shield(boss, alarms[0].id, label);
  expect(await shields(above)).toMatchObject([{ id: parent, kind: 'label', label: { carriers: 1 } }]);
  const tie = (scopePath: string) =>
    db.updateTable('organisations').set({ scopePath }).where('id', '=', organisation.id).execute();
  await tie(`/${organisation.id}/`);
  expect(await shields(above)).toEqual([]);
  await tie(organisation.scopePath);
  expect((await above.post(`/alarm-shields/${parent}/review`)).code).toBe(200);
  expect((await above.del(`/alarm-shields/${parent}`)).code).toBe(200);
  expect(await quiet(boss)).toEqual([]);
});

test('the time of a shield by label ends all that follows it', async () => {
  const { alarms, boss, label } = await home();
  const [parent] = await shield(boss, alarms[0].id, label, clock.now() + DAY);
  await db
    .updateTable('alarmShields')
    .set({ until: new Date(clock.now() - 1000) })
    .where((eb) => eb.or([eb('id', '=', parent!), eb('parentId', '=', parent!)]))
    .execute();
  await turnShields(platform);
  expect(await quiet(boss)).toEqual([]);
  expect(await stepsOf(boss, alarms[0].id)).toEqual(['shielded', 'shieldEnded']);
  expect(await shields(boss)).toEqual([]);
});
