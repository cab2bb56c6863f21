import { ALARM_RULE_PACK, PACKED_RULES, type AlarmRuleInput } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { registerAlarmsRoutes } from '../routes.ts';
import { readRule } from './rule-conditions.ts';
import { testAlarmRule } from './test-rule.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const hot = { name: 'Hot', level: 'general', raise: 'temp.inverter > 80 °C', consecutive: 1 };
const TEMPERATURE = pointByKey('temp.inverter')!.id;
const administrator = () => someone('organisationAdmin');

test('a rule is made, changed by one at a time, and removed', async () => {
  const admin = await administrator();
  const { id } = (await admin.post('/alarm-rules', hot)).data;
  const list = () => admin.get('/alarm-rules').then(({ data }) => data.rows);
  expect(await list()).toMatchObject([{ ...hot, id, enabled: false, clear: '', standing: 0, version: 1 }]);
  const rule = { ...hot, enabled: true, clear: 'temp.inverter < 70 °C' };
  expect((await admin.put(`/alarm-rules/${id}`, { rule, version: 1 })).code).toBe(200);
  expect((await admin.put(`/alarm-rules/${id}`, { rule, version: 1 })).code).toBe(41011);
  expect(await list()).toMatchObject([{ ...rule, version: 2 }]);
  const versions = await admin.get(`/alarm-rules/${id}/versions`);
  expect(versions.data).toMatchObject([
    { version: 2, by: expect.any(String), rule: { raise: hot.raise, clear: rule.clear, enabled: true } },
    { version: 1, rule: { raise: hot.raise, clear: '', enabled: false } },
  ]);
  const stranger = await administrator();
  expect((await stranger.get('/alarm-rules')).data.rows).toEqual([]);
  expect((await stranger.put(`/alarm-rules/${id}`, { rule, version: 2 })).code).toBe(41010);
  expect((await stranger.del(`/alarm-rules/${id}`)).code).toBe(41010);
  expect((await stranger.get(`/alarm-rules/${id}/versions`)).code).toBe(41010);
  expect((await admin.del(`/alarm-rules/${id}`)).code).toBe(200);
  expect(await list()).toEqual([]);
});

test('a condition that cannot be read is refused with its place', async () => {
  const admin = await administrator();
  expect(await admin.post('/alarm-rules', { ...hot, raise: 'temp.inverter > 5 V' })).toMatchObject({
    code: 41012,
  });
  expect(await admin.post('/alarm-rules', { ...hot, clear: 'temp.inverter > (' })).toMatchObject({
    code: 41012,
  });
  expect((await admin.post('/alarm-rules', { ...hot, name: ' ' })).code).not.toBe(200);
});

test('rules go into a file and come out of it switched off, shipped ones too', async () => {
  const admin = await administrator();
  await admin.post('/alarm-rules', { ...hot, enabled: true });
  const file = (await admin.get('/alarm-rules/content')).data;
  expect(file).toEqual({ rules: [{ ...hot, pack: null, clear: '', onDelay: 0, offDelay: 0 }] });
  const other = await administrator();
  const rules = [...file.rules, ...PACKED_RULES.map((pack) => ({ ...ALARM_RULE_PACK[pack], pack }))];
  expect((await other.post('/alarm-rules/content', { rules })).data).toEqual({ added: rules.length });
  const { rows } = (await other.get('/alarm-rules?pageSize=50')).data;
  expect(rows.some(({ enabled }: { enabled: boolean }) => enabled)).toBe(false);
  expect(rows).toHaveLength(rules.length);
  const many = Array.from({ length: 200 }, () => file.rules[0]);
  expect((await other.post('/alarm-rules/content', { rules: many })).code).toBe(41013);
});

test('every shipped rule can be read', () => {
  for (const pack of PACKED_RULES) expect(readRule(ALARM_RULE_PACK[pack]).consecutive).toBeGreaterThan(0);
});

test('a test on the past counts by day and station, on the own devices alone', async () => {
  const admin = await administrator();
  const station = await makeStation(platform, { organisationId: admin.organisationId! });
  const [warm, cool] = [
    await makeDevice(platform, { stationId: station.id }),
    await makeDevice(platform, { stationId: station.id }),
  ];
  const foreign = await makeDevice(platform, { stationId: (await makeStation(platform)).id });
  const noon = Math.floor(platform.clock.now() / 86_400_000 - 3) * 86_400 + 43_200;
  const store = (device: number, degrees: number[]) =>
    platform.samples.insertRows(
      'rollup_5m',
      degrees.map((avg, place) => ({
        device,
        point: TEMPERATURE,
        bucket: noon + place * 300,
        avg,
        min: avg,
        max: avg,
        n: 1,
        version: 1,
      })),
    );
  await store(warm.id, [60, 90, 60, 90, 60]);
  await store(cool.id, [60, 60]);
  await store(foreign.id, [90, 60, 90]);
  // What its former owner measured waits to be deleted.
  const bought = await makeDevice(platform, { stationId: station.id });
  await store(bought.id, [90, 60, 90]);
  const at = new Date(platform.clock.now());
  await platform.db
    .insertInto('devicesToForget')
    .values({ deviceId: bought.id, sn: bought.sn, freedAt: at, keptFrom: at })
    .execute();
  const { data } = await admin.post('/alarm-rules/check', hot);
  const day = new Date(noon * 1000).toISOString().slice(0, 10);
  expect(data).toMatchObject({ judged: 2, fired: 1, alarms: 2, partial: false });
  expect(data.stations).toEqual([{ id: station.id, name: station.name, alarms: 2, devices: 1 }]);
  expect(data.firings).toEqual([
    {
      deviceId: warm.id,
      device: warm.sn,
      stationId: station.id,
      station: station.name,
      timeZone: station.timeZone,
      begin: (noon + 3 * 300) * 1000,
      raised: (noon + 4 * 300) * 1000,
      end: (noon + 4 * 300) * 1000,
    },
  ]);
  expect(data.days).toHaveLength(30);
  expect(data.days.filter(({ alarms }: { alarms: number }) => alarms > 0)).toEqual([{ day, alarms: 2 }]);
});

test('a test that takes too long tells what it knows by then, or that the rule is too slow', async () => {
  const admin = await administrator();
  const station = await makeStation(platform, { organisationId: admin.organisationId! });
  await makeDevice(platform, { stationId: station.id });
  const actor = (await findUserActor(platform.db, { userId: admin.user.id, at: platform.clock.now() }))!;
  const asInput = {
    ...hot,
    clear: '',
    onDelay: 0,
    offDelay: 0,
    stationIds: [],
    labelIds: [],
    models: [],
  } as unknown as AlarmRuleInput;
  const windows = Array.from({ length: 20 }, (_, n) => `avg(temp.inverter, ${1440 - n} min) > 80 °C`);
  const slow = testAlarmRule(platform, actor, { ...asInput, raise: windows.join(' or ') }, 0.001);
  await expect(slow).rejects.toMatchObject({ key: 'alarmRuleTooSlow' });
  expect(await testAlarmRule(platform, actor, asInput, 0)).toMatchObject({ judged: 0, partial: true });
});

test('what a rule cost is not told of one that would have raised alarms without end', async () => {
  const admin = await administrator();
  const station = await makeStation(platform, { organisationId: admin.organisationId! });
  const first = await makeDevice(platform, { stationId: station.id });
  for (let nth = 1; nth < 12; nth += 1) await makeDevice(platform, { stationId: station.id });
  const steps = 30 * 288;
  const from = Math.floor(platform.clock.now() / 300_000 - steps) * 300;
  // Too hot in each other five minutes, on devices one after the other.
  await platform.samples.command(`
    INSERT INTO rollup_5m (device, point, bucket, avg, min, max, n, version)
    SELECT ${first.id} + intDiv(number, ${steps}), ${TEMPERATURE}, ${from} + (number % ${steps}) * 300,
      number % 2 = 0 ? 90 : 60 AS value, value, value, 1, 1 FROM numbers(${12 * steps})`);
  const endless = await admin.post('/alarm-rules/cost', { ...hot, stationIds: [station.id] });
  expect(endless.error).toBe('alarmRuleTooSlow');
});
