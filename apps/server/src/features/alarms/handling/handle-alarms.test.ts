import { LIMITS, type Alarm, type AlarmShield, type AlarmStep } from '@sunfleet/contract';
import type { Insertable, Selectable } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import type { AlarmsTable } from '../../../platform/postgres/tables/alarms.ts';
import type { DevicesTable } from '../../../platform/postgres/tables/devices.ts';
import { turnShields, registerAlarmsRoutes } from '../index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = platform.clock.now();
beforeEach(() => platform.clock.set(START));

function raise(device: Selectable<DevicesTable>, values: Partial<Insertable<AlarmsTable>> = {}) {
  return platform.db
    .insertInto('alarms')
    .values({
      stationId: device.stationId,
      deviceId: device.id,
      type: 'deviceFault',
      code: 'F18',
      level: 'general',
      textKey: 'faults.common.gridOverVoltage',
      beganAt: new Date(platform.clock.now() - HOUR),
      lastSeenAt: new Date(platform.clock.now()),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function home() {
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id });
  const device = await makeDevice(platform, { stationId: station.id });
  const member = (role: 'organisationAdmin' | 'installer' | 'internalReadOnly') =>
    makeUser(platform, { role, name: `A ${role}`, organisationId: organisation.id });
  const user = await member('installer');
  /** The installer, signed in anew: a session lasts a day. */
  const comeBack = () => as(user);
  return { organisation, station, device, member, installer: await comeBack(), comeBack };
}

type Client = Awaited<ReturnType<typeof as>>;
const rowsOf = async (client: Client, query = ''): Promise<Alarm[]> =>
  (await client.get(`/alarms?state=all&${query}`)).data.rows;
const stepsOf = async (client: Client, id: number): Promise<AlarmStep[]> =>
  (await client.get(`/alarms/${id}/steps`)).data;
const shieldsOf = async (client: Client, query = ''): Promise<AlarmShield[]> =>
  (await client.get(`/alarm-shields?${query}`)).data.rows;

test('alarms are confirmed, processed and opened again, with who, when and what was said', async () => {
  const { device, installer } = await home();
  const [one, two] = [await raise(device), await raise(device, { code: 'F19' })];
  const confirmed = await installer.post('/alarms/confirm', { ids: [one.id, two.id], note: ' Seen \n' });
  expect(confirmed.data).toEqual({ changed: 2 });
  // Whoever comes second changes nothing.
  expect((await installer.post('/alarms/confirm', { ids: [one.id, two.id] })).data).toEqual({ changed: 0 });
  platform.clock.advance(HOUR);
  expect((await installer.post('/alarms/process', { ids: [one.id] })).data).toEqual({ changed: 1 });
  const handled = { at: START + HOUR, by: 'A installer' };
  expect(await rowsOf(installer, 'handling=processed')).toMatchObject([{ id: one.id, handled }]);
  expect(await rowsOf(installer, 'handling=confirmed')).toMatchObject([{ id: two.id }]);
  expect((await installer.post('/alarms/reopen', { ids: [one.id], note: 'Again' })).data.changed).toBe(1);
  expect(await stepsOf(installer, one.id)).toMatchObject([
    { kind: 'confirmed', text: 'Seen', at: START, by: 'A installer' },
    { kind: 'processed', text: '' },
    { kind: 'reopened', text: 'Again' },
  ]);
  const audit = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('objectType', '=', 'alarm')
    .where('objectId', '=', String(one.id))
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['alarms.confirm', 'alarms.process', 'alarms.reopen']);
  expect(audit[1]).toMatchObject({ before: { handling: 'confirmed' }, after: { handling: 'processed' } });
});

test('nobody handles alarms of others, and who only looks handles none', async () => {
  const [mine, theirs] = [await home(), await home()];
  const [own, foreign] = [await raise(mine.device), await raise(theirs.device)];
  expect((await mine.installer.post('/alarms/confirm', { ids: [foreign.id] })).error).toBe('alarmNotFound');
  const both = await mine.installer.post('/alarms/confirm', { ids: [foreign.id, own.id] });
  expect(both.data).toEqual({ changed: 1 });
  expect((await mine.installer.get(`/alarms/${foreign.id}/steps`)).error).toBe('alarmNotFound');
  expect((await mine.installer.post(`/alarms/${foreign.id}/notes`, { text: 'x' })).error).toBe(
    'alarmNotFound',
  );
  const shield = { of: 'device', until: START + DAY, reason: 'Work' };
  expect((await mine.installer.post('/alarms/shield', { ids: [foreign.id], ...shield })).error).toBe(
    'alarmNotFound',
  );
  const reader = await as(await mine.member('internalReadOnly'));
  expect((await reader.post('/alarms/confirm', { ids: [own.id] })).error).toBe('noDataPermission');
  expect(await stepsOf(reader, own.id)).toHaveLength(1);
});

test('a note stays with its alarm; the log does not repeat its words', async () => {
  const { device, installer } = await home();
  const alarm = await raise(device);
  await installer.post(`/alarms/${alarm.id}/notes`, { text: ' Fuse of string 4 ' });
  expect(await stepsOf(installer, alarm.id)).toMatchObject([{ kind: 'noted', text: 'Fuse of string 4' }]);
  expect((await installer.post(`/alarms/${alarm.id}/notes`, { text: ' ' })).code).toBe(40000);
});

test('a shield keeps an alarm out of lists until its time, and says so where it is asked for', async () => {
  const { device, station, installer, comeBack } = await home();
  const other = await makeDevice(platform, { stationId: station.id });
  const [shielded, heard] = [await raise(device), await raise(other)];
  const until = START + 40 * DAY;
  const wish = { of: 'device', until, reason: ' Grid work ' };
  const [id] = (await installer.post('/alarms/shield', { ids: [shielded.id], ...wish })).data.ids;
  expect(await rowsOf(installer)).toMatchObject([{ id: heard.id, shield: null }]);
  expect(await rowsOf(installer, 'shielded=yes')).toMatchObject([{ id: shielded.id, shield: { id, until } }]);
  expect(await rowsOf(installer, 'shielded=all')).toHaveLength(2);
  expect(await shieldsOf(installer)).toMatchObject([
    {
      id,
      code: 'F18',
      reason: 'Grid work',
      period: 'threeMonths',
      until,
      reviewAt: null,
      standing: 1,
      device: { id: device.id, sn: device.sn },
      created: { at: START, by: 'A installer' },
      ended: null,
    },
  ]);
  platform.clock.set(until);
  const later = await comeBack();
  expect(await rowsOf(later)).toHaveLength(2);
  await turnShields(platform);
  await turnShields(platform);
  expect(await shieldsOf(later, 'state=ended')).toMatchObject([{ id, ended: { at: until, by: null } }]);
  expect((await stepsOf(later, shielded.id)).map(({ kind }) => kind)).toEqual(['shielded', 'shieldEnded']);
});

test('maintenance keeps what is not about safety quiet from its begin to its end, and tells what still stands then', async () => {
  const { device, station, installer, comeBack } = await home();
  const before = await raise(device);
  const [from, until] = [START + DAY, START + 2 * DAY];
  const wish = { stationIds: [station.id], from, until, reason: ' New fuses ' };
  expect((await installer.post('/alarm-shields/maintenance', { ...wish, until: from })).code).toBe(40000);
  expect((await installer.post('/alarm-shields/maintenance', { ...wish, until: from + 32 * DAY })).code).toBe(
    40000,
  );
  expect(
    (await installer.post('/alarm-shields/maintenance', { ...wish, from: START - 2, until: START - 1 })).code,
  ).toBe(40047);
  const [id] = (await installer.post('/alarm-shields/maintenance', wish)).data.ids;
  expect(await rowsOf(installer)).toHaveLength(1);
  expect(await shieldsOf(installer)).toMatchObject([
    { id, kind: 'maintenance', from, until, standing: 0, reason: 'New fuses' },
  ]);
  platform.clock.set(from);
  const during = await comeBack();
  const safety = await raise(await makeDevice(platform, { stationId: station.id }), {
    textKey: 'faults.common.arcFault',
  });
  await turnShields(platform);
  await turnShields(platform);
  expect(await rowsOf(during)).toMatchObject([{ id: safety.id, shield: null }]);
  expect(await rowsOf(during, 'shielded=yes')).toMatchObject([{ id: before.id, shield: { id, until } }]);
  platform.clock.set(until);
  const later = await comeBack();
  await turnShields(platform);
  expect(await rowsOf(later)).toHaveLength(2);
  expect((await stepsOf(later, before.id)).map(({ kind, text }) => [kind, text])).toEqual([
    ['shielded', 'New fuses'],
    ['shieldEnded', ''],
  ]);
});

test('shields that somebody begins and ends again and again fill no history', async () => {
  const { device, installer } = await home();
  const { id } = await raise(device);
  const steps = { alarmId: id, kind: 'noted', at: new Date(START), by: null, text: '' } as const;
  await platform.db
    .insertInto('alarmSteps')
    .values(Array.from({ length: LIMITS.alarmSteps - 1 }, () => steps))
    .execute();
  for (let nth = 0; nth < 3; nth += 1) {
    const wish = { of: 'device', until: START + DAY, reason: 'Work' };
    const { data } = await installer.post('/alarms/shield', { ids: [id], ...wish });
    await installer.del(`/alarm-shields/${data.ids[0]}`);
  }
  expect(await stepsOf(installer, id)).toHaveLength(LIMITS.alarmSteps);
});

test('of what is done about an alarm again and again the newest is shown, and every note; it leaves room for notes', async () => {
  const { device, installer } = await home();
  const { id } = await raise(device);
  const steps = { alarmId: id, at: new Date(START), by: null };
  const handled = Array.from({ length: LIMITS.alarmSteps + 50 }, (_, n) => ({
    ...steps,
    kind: n % 2 === 0 ? ('processed' as const) : ('reopened' as const),
    text: String(n),
  }));
  await platform.db
    .insertInto('alarmSteps')
    .values([{ ...steps, kind: 'noted', text: 'The oldest' }, ...handled])
    .execute();
  expect((await installer.post(`/alarms/${id}/notes`, { text: 'The newest' })).code).toBe(200);
  const shown = await stepsOf(installer, id);
  expect(shown).toHaveLength(LIMITS.alarmSteps + 2);
  expect([shown[0]!.text, shown[1]!.text, shown.at(-1)!.text]).toEqual(['The oldest', '50', 'The newest']);
});

test('a shield hides no other fault that a maker numbers alike', async () => {
  const { station, device, installer } = await home();
  const other = await makeDevice(platform, { stationId: station.id });
  const mode = await raise(device, { code: 'F13', textKey: 'faults.common.workingMode' });
  const arc = await raise(other, { code: 'F13', textKey: 'faults.common.arcFault' });
  const wish = { of: 'station', until: START + DAY, reason: 'Work' };
  expect((await installer.post('/alarms/shield', { ids: [mode.id], ...wish })).code).toBe(200);
  expect((await rowsOf(installer)).map(({ id }) => id)).toEqual([arc.id]);
  expect(await stepsOf(installer, arc.id)).toEqual([]);
  expect((await installer.post('/alarms/shield', { ids: [arc.id], ...wish })).error).toBe('safetyAlarm');
  expect(await shieldsOf(installer)).toMatchObject([{ standing: 1, textKey: 'faults.common.workingMode' }]);
});

test('a shield of a station is about all its devices, and one more of the same takes its place', async () => {
  const { device, station, installer, comeBack } = await home();
  const other = await makeDevice(platform, { stationId: station.id });
  const [one] = [await raise(device), await raise(other)];
  const wish = { of: 'station', until: START + DAY, reason: 'Commissioning' };
  await installer.post('/alarms/shield', { ids: [one.id], ...wish });
  expect(await rowsOf(installer)).toEqual([]);
  const [id] = (await installer.post('/alarms/shield', { ids: [one.id], ...wish, until: START + 2 * DAY }))
    .data.ids;
  expect(await shieldsOf(installer)).toMatchObject([{ id, device: null, standing: 2, period: 'month' }]);
  expect((await installer.del(`/alarm-shields/${id}`)).error).toBeUndefined();
  expect(await rowsOf(installer)).toHaveLength(2);
  expect((await installer.del(`/alarm-shields/${id}`)).error).toBe('alarmShieldNotFound');
  // An alarm that recovered while it was quiet stays out of the lists.
  await installer.post('/alarms/shield', { ids: [one.id], ...wish, of: 'device' });
  const end = new Date(START + HOUR);
  await platform.db.updateTable('alarms').set({ recoveredAt: end }).where('id', '=', one.id).execute();
  platform.clock.advance(3 * DAY);
  expect((await rowsOf(await comeBack())).map(({ id }) => id)).not.toContain(one.id);
});

test('only who may shield for good does so, and what is about safety only an administrator keeps quiet', async () => {
  const { device, member, installer, comeBack } = await home();
  const administrator = await member('organisationAdmin');
  let admin = await as(administrator);
  const alarm = await raise(device);
  const forGood = { of: 'device', until: null, reason: 'Known and accepted' };
  expect((await installer.post('/alarms/shield', { ids: [alarm.id], ...forGood })).error).toBe(
    'noDataPermission',
  );
  const [id] = (await admin.post('/alarms/shield', { ids: [alarm.id], ...forGood })).data.ids;
  const review = { period: 'permanent', reviewAt: START + LIMITS.shieldReviewMs };
  expect(await shieldsOf(admin, 'period=permanent')).toMatchObject([{ id, ...review }]);
  expect((await installer.post(`/alarm-shields/${id}/review`)).error).toBe('noDataPermission');
  platform.clock.advance(LIMITS.shieldReviewMs);
  admin = await as(administrator);
  expect((await admin.post(`/alarm-shields/${id}/review`)).error).toBeUndefined();
  expect(await shieldsOf(admin)).toMatchObject([{ reviewAt: START + 2 * LIMITS.shieldReviewMs }]);
  const arc = await raise(device, { code: 'ARC', textKey: 'faults.common.arcFault' });
  const until = platform.clock.now() + DAY;
  const wish = { of: 'device', until, reason: 'Test of the detector' };
  const back = await comeBack();
  expect((await back.post('/alarms/shield', { ids: [arc.id], ...wish })).error).toBe('safetyAlarm');
  expect((await admin.post('/alarms/shield', { ids: [arc.id], ...wish })).error).toBeUndefined();
  const bad = { ...wish, until: platform.clock.now() - 1 };
  expect((await admin.post('/alarms/shield', { ids: [alarm.id], ...bad })).error).toBe('shieldTimeInvalid');
});

test('a station has room for so many shields', async () => {
  const { device, station, installer } = await home();
  const values = Array.from({ length: LIMITS.shieldsOfStation }, (_, i) => ({
    stationId: station.id,
    code: `C${i}`,
    textKey: 'faults.platform.code',
    level: 'general' as const,
    reason: 'x',
    createdAt: new Date(START),
  }));
  await platform.db.insertInto('alarmShields').values(values).execute();
  const alarm = await raise(device);
  const wish = { of: 'device', until: START + DAY, reason: 'One too many' };
  expect((await installer.post('/alarms/shield', { ids: [alarm.id], ...wish })).error).toBe('tooManyShields');
});
