import type { Grant } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { eraseUser } from '../accounts/index.ts';
import { registerAlarmsRoutes } from '../alarms/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { announceBoundary, registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerGrantsRoutes,
  registerAlarmsRoutes,
  registerDevicesRoutes,
  registerOrganisationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;
const FAULT = { code: 'F18', textKey: 'faults.common.gridOverVoltage', level: 'general' } as const;
type Someone = Awaited<ReturnType<typeof someone>>;

/** An owner alone with a station, an alarm there, and a service provider whom the owner lets work on it for some days. */
async function scene(days = 30) {
  const owner = await someone('owner');
  const home = { organisationId: owner.organisationId! };
  const station = await makeStation(platform, { ...home, ownerId: owner.user.id });
  const device = await makeDevice(platform, { ...home, stationId: station.id });
  const now = new Date(platform.clock.now());
  const alarm = await platform.db
    .insertInto('alarms')
    .values({
      ...FAULT,
      type: 'deviceFault',
      stationId: station.id,
      deviceId: device.id,
      beganAt: now,
      lastSeenAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const service = await someone('serviceProvider');
  const grant = await give(owner, service, { stationIds: [station.id], days });
  return { owner, station, device, alarm, service, grant };
}

async function give(
  from: Someone,
  to: Someone,
  { stationIds, days = 30 }: { stationIds: number[]; days?: number },
): Promise<Grant> {
  const endsAt = platform.clock.now() + days * DAY;
  const object = { stationIds };
  const { data } = await from.post('/grants', {
    object,
    to: { account: to.user.email },
    role: 'operator',
    endsAt,
  });
  expect((await to.post(`/grants/${data.id}/accept`)).code).toBe(200);
  return data as Grant;
}

/** Keeps the alarm quiet for two years and the station for days, and takes the alarm into the own hands. */
async function silence(who: Someone, { station, alarm }: { station: { id: number }; alarm: { id: number } }) {
  const until = platform.clock.now() + 700 * DAY;
  const shield = { ids: [alarm.id], of: 'station', until, reason: 'Being mended' };
  expect((await who.post('/alarms/shield', shield)).code).toBe(200);
  const span = { from: platform.clock.now(), until: platform.clock.now() + 3 * DAY };
  const maintenance = { stationIds: [station.id], ...span, reason: 'Being rebuilt' };
  expect((await who.post('/alarm-shields/maintenance', maintenance)).code).toBe(200);
  const given = await who.post('/alarms/assign', { ids: [alarm.id], userId: who.user.id, note: '' });
  expect(given.data).toEqual({ changed: 1 });
}

const heard = async (who: Someone) => (await who.get('/alarms?shielded=no')).data.rows;
const quiet = async (who: Someone) => (await who.get('/alarms?shielded=yes')).data.total;

test('what a service provider kept quiet is heard again once the owner lets it go', async () => {
  const world = await scene();
  const { owner, service, grant, alarm } = world;
  await silence(service, world);
  expect([await heard(owner), await quiet(owner)]).toEqual([[], 1]);
  // An owner ends no shield.
  expect((await owner.get('/alarm-shields')).error).toBe('noDataPermission');
  platform.clock.advance(60_000);
  expect((await owner.post(`/grants/${grant.id}/revoke`)).code).toBe(200);
  expect(await heard(owner)).toMatchObject([{ id: alarm.id, assignee: null }]);
  expect(await quiet(owner)).toBe(0);
});

test('the same holds for one that gives it back, and for one whose time is over', async () => {
  const back = await scene();
  await silence(back.service, back);
  expect((await back.service.post(`/grants/${back.grant.id}/decline`)).code).toBe(200);
  expect(await heard(back.owner)).toMatchObject([{ id: back.alarm.id, assignee: null }]);

  const over = await scene(0.02);
  await silence(over.service, over);
  await announceBoundary(platform);
  expect(await quiet(over.owner)).toBe(1);
  platform.clock.advance(0.02 * DAY);
  await announceBoundary(platform);
  expect(await heard(over.owner)).toMatchObject([{ id: over.alarm.id, assignee: null }]);
});

test('of several stations the one that is taken out is heard, and who has another authorisation goes on', async () => {
  const world = await scene();
  const { owner, station, service, grant } = world;
  await silence(service, world);
  const again = await give(owner, service, { stationIds: [station.id] });
  expect((await owner.post(`/grants/${grant.id}/revoke`)).code).toBe(200);
  expect(await quiet(owner)).toBe(1);
  expect((await service.get('/alarm-shields?state=running')).data.total).toBe(2);
  expect((await owner.post(`/grants/${again.id}/revoke`)).code).toBe(200);
  expect(await quiet(owner)).toBe(0);
});

/** An owner's station that is granted to a company, and a crew of it who keeps the alarm quiet. */
async function company() {
  const world = await scene();
  const head = await someone('organisationAdmin');
  const { organisationId } = head;
  const { code } = await platform.db
    .selectFrom('organisations')
    .select('code')
    .where('id', '=', organisationId!)
    .executeTakeFirstOrThrow();
  const endsAt = platform.clock.now() + 30 * DAY;
  const object = { stationIds: [world.station.id] };
  const { data } = await world.owner.post('/grants', {
    object,
    to: { organisationCode: code },
    role: 'operator',
    endsAt,
  });
  expect((await head.post(`/grants/${data.id}/accept`)).code).toBe(200);
  const crew = await someone('serviceProvider', { organisationId });
  await silence(crew, world);
  return { ...world, head, crew, grant: data as Grant };
}

const eraseAccount = (id: number) =>
  platform.db.transaction().execute((trx) => eraseUser(trx, id, platform.clock.now()));

test('what somebody kept quiet who left the company before its authorisation ended is heard again', async () => {
  const moved = await company();
  const elsewhere = await makeOrganisation(platform);
  await platform.db
    .updateTable('users')
    .set({ organisationId: elsewhere.id })
    .where('id', '=', moved.crew.user.id)
    .execute();
  expect(await quiet(moved.owner)).toBe(1);
  expect((await moved.owner.post(`/grants/${moved.grant.id}/revoke`)).code).toBe(200);
  expect(await heard(moved.owner)).toMatchObject([{ id: moved.alarm.id, assignee: null }]);

  const erased = await company();
  await eraseAccount(erased.crew.user.id);
  expect(await quiet(erased.owner)).toBe(1);
  expect((await erased.owner.post(`/grants/${erased.grant.id}/revoke`)).code).toBe(200);
  expect(await quiet(erased.owner)).toBe(0);
});

test('so it is where the company is deleted', async () => {
  const { owner, head, crew, alarm } = await company();
  await eraseAccount(crew.user.id);
  await eraseAccount(head.user.id);
  const root = await someone('platformAdmin');
  expect((await root.del(`/organisations/${head.organisationId}`)).code).toBe(200);
  expect(await heard(owner)).toMatchObject([{ id: alarm.id }]);
});

test('a device that carries the label of a dismissed provider is heard at every station that was granted', async () => {
  const { owner, station, device, alarm, service, grant } = await scene();
  const other = await makeStation(platform, {
    organisationId: owner.organisationId!,
    ownerId: owner.user.id,
  });
  const both = await give(owner, service, { stationIds: [station.id, other.id] });
  const label = await platform.db
    .insertInto('labels')
    .values({ organisationId: service.organisationId!, name: 'Roofs', color: '#0055AA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('deviceLabels').values({ deviceId: device.id, labelId: label.id }).execute();
  const until = platform.clock.now() + 700 * DAY;
  const wish = { ids: [alarm.id], of: 'label', labelId: label.id, until, reason: 'Being mended' };
  expect((await service.post('/alarms/shield', wish)).code).toBe(200);
  for (const { id } of [grant, both]) expect((await owner.post(`/grants/${id}/revoke`)).code).toBe(200);
  expect(await quiet(owner)).toBe(0);
  expect((await owner.post(`/devices/${device.id}/move`, { stationId: other.id })).code).toBe(200);
  const { id: _, ...row } = await platform.db
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', alarm.id)
    .executeTakeFirstOrThrow();
  const again = { ...row, stationId: other.id, recoveredAt: null };
  await platform.db.insertInto('alarms').values(again).execute();
  expect((await heard(owner)).map((one: { station: { id: number } }) => one.station.id)).toContain(other.id);
  expect(await quiet(owner)).toBe(0);
});

test('more alarms in the hands of a service provider than a statement takes as parameters are given back', async () => {
  const { owner, service, station, device, grant } = await scene();
  await sql`
    INSERT INTO alarms (station_id, device_id, type, code, level, text_key, began_at, last_seen_at, assigned_to)
    SELECT ${station.id}, ${device.id}, 'deviceFault', 'M' || n, 'general', 'faults.common.gridOverVoltage', now(), now(), ${service.user.id}
      FROM generate_series(1, 66000) n`.execute(platform.db);
  expect((await owner.post(`/grants/${grant.id}/revoke`)).code).toBe(200);
  const inHand = platform.db.selectFrom('alarms').select('id').where('assignedTo', '=', service.user.id);
  expect(await inHand.execute()).toEqual([]);
}, 60_000);
