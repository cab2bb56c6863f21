import type { Alarm, AlarmStep } from '@sunfleet/contract';
import type { Insertable, Selectable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import type { AlarmsTable } from '../../../platform/postgres/tables/alarms.ts';
import type { DevicesTable } from '../../../platform/postgres/tables/devices.ts';
import type { TryLimit } from '../../../platform/tries.ts';
import { workLimits } from '../../outbox/index.ts';
import { registerAlarmsRoutes } from '../index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerAlarmsRoutes);
const { db, clock } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;

function raise(device: Selectable<DevicesTable>, values: Partial<Insertable<AlarmsTable>> = {}) {
  return db
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
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function home() {
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id });
  const device = await makeDevice(platform, { stationId: station.id });
  const member = (role: 'organisationAdmin' | 'installer' | 'internalReadOnly', values: object = {}) =>
    makeUser(platform, { role, organisationId: organisation.id, ...values });
  const boss = await member('organisationAdmin', { name: 'Bo Boss' });
  const crew = await member('installer', { name: 'Ina Crew', language: 'de-DE' });
  return { organisation, station, device, member, boss: await as(boss), crew, bossId: boss.id };
}

const messagesTo = (email: string) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', email)
    .where('template', '=', 'alarmAssigned')
    .execute();

test('who gets alarms is told once for all of them, finds them as theirs, and can be relieved of them', async () => {
  const { station, device, boss, crew, bossId } = await home();
  const [one, two] = [
    await raise(device),
    await raise(device, { code: 'F19', level: 'emergency', textKey: 'rule:Hot & dry' }),
  ];
  const give = { ids: [one.id, two.id], userId: crew.id, note: ' Take the ladder ' };
  expect((await boss.post('/alarms/assign', give)).data).toEqual({ changed: 2 });
  expect((await boss.post('/alarms/assign', give)).data).toEqual({ changed: 0 });
  const messages = await messagesTo(crew.email!);
  expect(messages).toHaveLength(1);
  expect(messages[0]!.subject).toBe('Ihnen wurden Alarme zugewiesen');
  for (const word of ['Bo Boss', 'Anzahl: 2', 'Hot & dry', station.name])
    expect(messages[0]!.body).toContain(word);
  const own = await as(crew);
  const mine: Alarm[] = (await own.get('/alarms?assigned=mine')).data.rows;
  expect(mine.map(({ assignee }) => assignee)).toEqual([
    { id: crew.id, name: 'Ina Crew' },
    { id: crew.id, name: 'Ina Crew' },
  ]);
  expect((await boss.get('/alarms?assigned=mine')).data.total).toBe(0);
  // Who takes something or is relieved of it by nobody's gift gets no message.
  expect((await own.post('/alarms/assign', { ids: [one.id], userId: null })).data).toEqual({ changed: 1 });
  expect((await boss.post('/alarms/assign', { ids: [one.id], userId: bossId })).data).toEqual({ changed: 1 });
  expect((await own.get('/alarms?assigned=none')).data.total).toBe(0);
  const steps: AlarmStep[] = (await own.get(`/alarms/${one.id}/steps`)).data;
  expect(steps).toMatchObject([
    { kind: 'assigned', by: 'Bo Boss', whom: 'Ina Crew', text: 'Take the ladder' },
    { kind: 'unassigned', by: 'Ina Crew', whom: null },
    { kind: 'assigned', whom: 'Bo Boss' },
  ]);
  const entries = await db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'alarms.assign')
    .where('objectId', '=', String(one.id))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { before: { assignee: null }, after: { assignee: 'Ina Crew' } },
    { before: { assignee: 'Ina Crew' }, after: { assignee: null } },
    { before: { assignee: null }, after: { assignee: 'Bo Boss' } },
  ]);
});

test('only people who may handle all of the alarms are offered and accepted', async () => {
  const [mine, theirs] = [await home(), await home()];
  const reader = await mine.member('internalReadOnly');
  const locked = await mine.member('installer', { lockedAt: new Date(clock.now()) });
  const [own, foreign] = [await raise(mine.device), await raise(theirs.device)];
  const offered = await mine.boss.get(`/alarm-list/assignees?ids=${own.id},${foreign.id}`);
  expect(offered.data).toEqual([
    { id: mine.bossId, name: 'Bo Boss' },
    { id: mine.crew.id, name: 'Ina Crew' },
  ]);
  expect((await mine.boss.get(`/alarm-list/assignees?ids=${foreign.id}`)).error).toBe('alarmNotFound');
  for (const { id } of [reader, locked, theirs.crew])
    expect((await mine.boss.post('/alarms/assign', { ids: [own.id], userId: id })).error).toBe(
      'alarmAssigneeUnknown',
    );
  const asReader = await as(reader);
  expect((await asReader.post('/alarms/assign', { ids: [own.id], userId: null })).error).toBe(
    'noDataPermission',
  );
  // The platform's own people give them to those who work where the station is.
  const platformAdmin = await as(await makeUser(platform, { organisationId: null }));
  const all = (await platformAdmin.get(`/alarm-list/assignees?ids=${own.id}`)).data as { id: number }[];
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.bossId, mine.crew.id]));
  expect(all.map(({ id }) => id)).not.toContain(theirs.crew.id);
});

test('several alarms are shielded at once, and by a label whatever carries it', async () => {
  const { organisation, station, device, boss } = await home();
  const elsewhere = await makeStation(platform, { organisationId: organisation.id });
  const third = await makeStation(platform, { organisationId: organisation.id });
  const [remote, single] = [
    await makeDevice(platform, { stationId: elsewhere.id }),
    await makeDevice(platform, { stationId: third.id }),
  ];
  const label = await db
    .insertInto('labels')
    .values({ organisationId: organisation.id, name: 'Roofs', description: '', color: '#0055AA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('stationLabels').values({ stationId: elsewhere.id, labelId: label.id }).execute();
  await db.insertInto('deviceLabels').values({ deviceId: single.id, labelId: label.id }).execute();
  const alarms = [
    await raise(device),
    await raise(device, { code: 'F19' }),
    await raise(remote),
    await raise(single),
  ];
  const wish = { until: clock.now() + DAY, reason: 'Work on the grid' };
  const first = await boss.post('/alarms/shield', {
    ids: [alarms[0]!.id, alarms[1]!.id],
    of: 'device',
    ...wish,
  });
  expect(first.data.ids).toHaveLength(2);
  const quiet = async () =>
    ((await boss.get('/alarms?shielded=yes')).data.rows as Alarm[])
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  expect(await quiet()).toEqual([alarms[0]!.id, alarms[1]!.id]);
  const byLabel = await boss.post('/alarms/shield', {
    ids: [alarms[0]!.id],
    of: 'label',
    labelId: label.id,
    ...wish,
  });
  const made = await db
    .selectFrom('alarmShields')
    .select(['stationId', 'deviceId', 'code'])
    .where('parentId', 'in', byLabel.data.ids)
    .orderBy('stationId')
    .execute();
  expect(made).toEqual([
    { stationId: elsewhere.id, deviceId: null, code: 'F18' },
    { stationId: third.id, deviceId: single.id, code: 'F18' },
  ]);
  expect(await quiet()).toEqual(alarms.map(({ id }) => id));
  const without = await boss.post('/alarms/shield', { ids: [alarms[0]!.id], of: 'label', ...wish });
  expect(without).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.labelId' }] });
  const foreign = { ids: [alarms[0]!.id], of: 'label', labelId: 999_999_999, ...wish };
  expect((await boss.post('/alarms/shield', foreign)).error).toBe('labelNotFound');
  expect(station.id).toBeLessThan(elsewhere.id);
});

test('whoever gives alarms and takes them back again and again fills nobody’s mailbox', async () => {
  const { device, boss, bossId, crew } = await home();
  const { id } = await raise(device);
  const give = (userId: number | null) => boss.post('/alarms/assign', { ids: [id], userId });
  const [{ subject, most }] = workLimits(crew.email!, bossId) as [TryLimit, TryLimit];
  const told = { subject, at: new Date(clock.now()) };
  await db
    .insertInto('tries')
    .values(Array.from({ length: most - 1 }, () => told))
    .execute();
  for (let n = 0; n < 3; n += 1) {
    expect((await give(crew.id)).data).toEqual({ changed: 1 });
    expect((await give(null)).data).toEqual({ changed: 1 });
  }
  expect(await messagesTo(crew.email!)).toHaveLength(1);
});
