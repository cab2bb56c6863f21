import type { AlarmStatistics } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerAlarmStatisticsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerAlarmStatisticsRoutes, registerStationsRoutes);
const { db, clock } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const MINUTE = 60_000;
const HOUR = 3_600_000;
/** 10:00 in Madrid. */
const FROM = Date.UTC(2026, 5, 1, 8);
const TO = FROM + 24 * HOUR;

async function mintFleet() {
  clock.set(TO);
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id });
  const device = await makeDevice(platform, { stationId: station.id, model: 'M1', firmware: '1.2' });
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const raise = async (code: string, began: number, values: object = {}) => {
    const { id } = await db
      .insertInto('alarms')
      .values({
        stationId: station.id,
        deviceId: device.id,
        type: 'deviceFault',
        code,
        level: 'general',
        textKey: 'faults.platform.code',
        beganAt: new Date(began),
        lastSeenAt: new Date(began),
        recoveredAt: new Date(began + HOUR),
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const read = async (query = `from=${FROM}&to=${TO}`) => {
    const { get } = await as(user);
    return get(`/alarm-statistics?${query}`);
  };
  return {
    station,
    device,
    user,
    raise,
    read: async () => (await read()).data as AlarmStatistics,
    ask: read,
  };
}

test('figures of a day, worked by hand', async () => {
  const { device, raise, read } = await mintFleet();
  // Eleven within ten minutes, of which one code came ten times, each for a minute only.
  for (let n = 0; n < 10; n += 1)
    await raise('FAST', FROM + n * 30_000, { recoveredAt: new Date(FROM + n * 30_000 + MINUTE) });
  const slow = await raise('SLOW', FROM + 5 * MINUTE, {
    level: 'emergency',
    recoveredAt: new Date(FROM + 5 * MINUTE + 2 * HOUR),
    count: 3,
    handling: 'confirmed',
    lostShare: 500,
    irradiance: 640,
  });
  await db
    .insertInto('alarmSteps')
    .values([
      { alarmId: slow, kind: 'confirmed', at: new Date(FROM + 35 * MINUTE), by: null, text: '' },
      { alarmId: slow, kind: 'processed', at: new Date(FROM + 95 * MINUTE), by: null, text: '' },
    ])
    .execute();
  const found = await read();
  expect(found).toMatchObject({
    alarms: 11,
    shielded: 0,
    devices: 1,
    levels: { tip: 0, general: 10, emergency: 1 },
    rates: { mean: 11 / 144, peak: 11, peakAt: FROM, busyShare: 1 / 144, floods: 1, floodShare: 1 / 144 },
    fleeting: 10,
    chattering: 1,
    standing: 0,
    topTenShare: 1,
    confirmed: { mean: 30 * MINUTE, alarms: 1 },
    recovered: { mean: expect.closeTo((10 * MINUTE + 2 * HOUR) / 11, 0), alarms: 11 },
    // The nine that followed the first one.
    recurrence: 9 / 11,
    lost: { energy: 500, alarms: 1 },
  });
  expect(found.groups.code).toMatchObject([
    {
      key: 'FAST',
      name: 'faults.platform.code',
      alarms: 10,
      fleeting: 10,
      unhandled: 10,
      lost: null,
      nuisance: 10,
    },
    { key: 'SLOW', alarms: 1, emergency: 1, chattering: 1, lost: 500, nuisance: 0 },
  ]);
  expect(found.groups.hour).toMatchObject([{ key: '10', alarms: 11 }]);
  expect(found.groups.light).toMatchObject([
    { key: '', alarms: 10 },
    { key: '600', alarms: 1, lost: 500 },
  ]);
  expect(found.groups.loss).toMatchObject([{ key: 'SLOW', lost: 500 }]);
  expect(found.groups.device).toMatchObject([{ key: String(device.id), name: device.sn, alarms: 11 }]);
  expect(found.groups.model).toMatchObject([{ key: 'M1', alarms: 11 }]);
  expect(found.groups.firmware).toMatchObject([{ key: '1.2', alarms: 11 }]);
});

test('of a device that has left it is counted what it had, and not told what its next owner puts on it', async () => {
  const [former, next] = [await mintFleet(), await mintFleet()];
  await former.raise('F1', FROM);
  await db
    .updateTable('devices')
    .set({ stationId: next.station.id, model: 'M1 plus', firmware: '2.0' })
    .where('id', '=', former.device.id)
    .execute();
  const { groups } = await former.read();
  expect(groups.device).toMatchObject([{ name: former.device.sn, alarms: 1 }]);
  expect([groups.model, groups.firmware]).toMatchObject([[{ key: '', alarms: 1 }], [{ key: '', alarms: 1 }]]);
});

test('an alarm came again within 30 days of the one before, also where that began before the span', async () => {
  const { raise, read } = await mintFleet();
  const DAY = 24 * HOUR;
  await raise('KNOWN', FROM - 30 * DAY);
  await raise('KNOWN', FROM);
  await raise('OLD', FROM - 31 * DAY);
  await raise('OLD', FROM);
  // Of two that began at once neither came again.
  await raise('TWICE', FROM);
  await raise('TWICE', FROM);
  expect(await read()).toMatchObject({ alarms: 4, recurrence: 1 / 4 });
  await raise('KNOWN', FROM + HOUR);
  await raise('TWICE', FROM + HOUR);
  expect(await read()).toMatchObject({ alarms: 6, recurrence: 3 / 6 });
});

test('shielded alarms count, and what stood for a day at the end of the span stands whenever it began', async () => {
  const { station, raise, read } = await mintFleet();
  await db
    .insertInto('alarmShields')
    .values({
      stationId: station.id,
      code: 'QUIET',
      textKey: 'faults.platform.code',
      level: 'general',
      reason: 'Known',
      createdAt: new Date(FROM),
    })
    .execute();
  await raise('QUIET', FROM + MINUTE);
  await raise('OLD', FROM - 48 * HOUR, { recoveredAt: null });
  await raise('ENDED', FROM - 48 * HOUR, { recoveredAt: new Date(TO - 1) });
  await raise('YOUNG', TO - HOUR, { recoveredAt: null });
  expect(await read()).toMatchObject({ alarms: 2, shielded: 1, standing: 1, recovered: { alarms: 1 } });
});

test('others’ alarms are not counted, and a span must end after it begins and within 400 days', async () => {
  const [mine, theirs] = [await mintFleet(), await mintFleet()];
  await theirs.raise('F1', FROM);
  expect(await mine.read()).toMatchObject({ alarms: 0, topTenShare: null, recurrence: null });
  expect(await mine.ask(`from=${FROM}&to=${TO}&stationId=${theirs.station.id}`)).toMatchObject({
    error: 'stationNotFound',
  });
  expect((await mine.ask(`from=${TO}&to=${FROM}`)).error).toBe('invalidInput');
  expect((await mine.ask(`from=${FROM - 401 * 24 * HOUR}&to=${TO}`)).error).toBe('rangeTooLong');
});

test('statistics of many people are read two at a time, of two organisations', async () => {
  const [many, few] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const people = await Promise.all(
    [many, many, many, many, few].map(async ({ id: organisationId }) =>
      as(await makeUser(platform, { role: 'organisationAdmin', organisationId })),
    ),
  );
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE alarm_steps IN ACCESS EXCLUSIVE MODE');
  const asked = people.map(({ get }) => get(`/alarm-statistics?from=${FROM}&to=${TO}`));
  await expect.poll(() => waitingForLocks(platform)).toBe(2);
  for (const { get } of people) expect((await get('/stations')).code).toBe(200);
  expect(await waitingForLocks(platform)).toBe(2);
  await gate.query('COMMIT');
  gate.release();
  expect((await Promise.all(asked)).map(({ code }) => code)).toEqual(people.map(() => 200));
});
