import { LIMITS } from '@sunfleet/contract';
import type { Insertable, Selectable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeGrant, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import type { AlarmsTable } from '../../../platform/postgres/tables/alarms.ts';
import type { DevicesTable } from '../../../platform/postgres/tables/devices.ts';
import { registerAlarmsRoutes } from '../index.ts';

/** Who administers an organisation and works at a station of another one by an authorisation is no administrator there. */

const platform = await testPlatform();
const { db, clock } = platform;
const { server, as } = await openApi(platform, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;
const ARC = { code: 'ARC', textKey: 'faults.common.arcFault' } as const;

const raise = (device: Selectable<DevicesTable>, values: Partial<Insertable<AlarmsTable>> = {}) =>
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
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Two organisations with an administrator, a station and a device each; that of the guest was granted the station of the other one. */
async function mintScene() {
  const mint = async () => {
    const { id: organisationId } = await makeOrganisation(platform);
    const user = await makeUser(platform, { role: 'organisationAdmin', organisationId });
    const station = await makeStation(platform, { organisationId });
    const device = await makeDevice(platform, { stationId: station.id, organisationId });
    return { organisationId, user, station, device };
  };
  const [home, guest] = [await mint(), await mint()];
  const work = { role: 'operator', commands: true } as const;
  await makeGrant(platform, { ...work, toUserId: guest.user.id, stationId: home.station.id });
  return { home, guest };
}

const shieldsAt = ({ id }: { id: number }) =>
  db
    .selectFrom('alarmShields')
    .select(['id', 'textKey', 'reviewAt'])
    .where('stationId', '=', id)
    .where('endedAt', 'is', null)
    .execute();

test('a fault about safety is kept quiet by who administers its station alone', async () => {
  const { home, guest } = await mintScene();
  const { post } = await as(guest.user);
  const arc = await raise(home.device, ARC);
  const other = await raise(home.device);
  const wish = { until: clock.now() + DAY, reason: 'Nobody needs to know' };
  for (const of of ['device', 'station'] as const) {
    expect((await post('/alarms/shield', { ids: [arc.id], of, ...wish })).error).toBe('safetyAlarm');
    expect((await post('/alarms/shield', { ids: [other.id, arc.id], of, ...wish })).error).toBe(
      'safetyAlarm',
    );
  }
  expect(await shieldsAt(home.station)).toEqual([]);
  // What the authorisation gives is theirs to do, and what is at home.
  const own = await raise(guest.device, ARC);
  expect((await post('/alarms/shield', { ids: [other.id, own.id], of: 'device', ...wish })).code).toBe(200);
  expect(await shieldsAt(home.station)).toMatchObject([{ textKey: 'faults.common.gridOverVoltage' }]);
  expect(await shieldsAt(guest.station)).toMatchObject([{ textKey: ARC.textKey }]);
  const admin = await as(home.user);
  expect((await admin.post('/alarms/shield', { ids: [arc.id], of: 'device', ...wish })).code).toBe(200);
});

test('a shield by label about safety reaches no station that was granted', async () => {
  const { home, guest } = await mintScene();
  const { organisationId } = guest;
  const { id: labelId } = await db
    .insertInto('labels')
    .values({ organisationId, name: 'Quiet', description: '', color: '#0055AA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { station } of [home, guest])
    await db.insertInto('stationLabels').values({ stationId: station.id, labelId }).execute();
  const { post } = await as(guest.user);
  const arc = await raise(guest.device, ARC);
  const wish = { of: 'label', labelId, until: clock.now() + DAY, reason: 'Nobody needs to know' };
  expect((await post('/alarms/shield', { ids: [arc.id], ...wish })).code).toBe(200);
  expect(await shieldsAt(home.station)).toEqual([]);
  expect(await shieldsAt(guest.station)).toMatchObject([{ textKey: ARC.textKey }]);
  const other = await raise(guest.device);
  expect((await post('/alarms/shield', { ids: [other.id], ...wish })).code).toBe(200);
  expect(await shieldsAt(home.station)).toMatchObject([{ textKey: 'faults.common.gridOverVoltage' }]);
});

test.each(['for good', 'about safety'] as const)(
  'a shield %s is still wanted by who could make it there alone',
  async (which) => {
    const { home, guest } = await mintScene();
    const alarm = await raise(home.device, which === 'for good' ? {} : ARC);
    const until = which === 'for good' ? null : clock.now() + LIMITS.shieldReviewMs + DAY;
    const admin = await as(home.user);
    const wish = { ids: [alarm.id], of: 'device', until, reason: 'Known' };
    const [id] = (await admin.post('/alarms/shield', wish)).data.ids;
    const [before] = await shieldsAt(home.station);
    clock.advance(1000);
    expect((await (await as(guest.user)).post(`/alarm-shields/${id}/review`)).error).toBe('noDataPermission');
    expect(await shieldsAt(home.station)).toEqual([before]);
    expect((await admin.post(`/alarm-shields/${id}/review`)).code).toBe(200);
  },
);
