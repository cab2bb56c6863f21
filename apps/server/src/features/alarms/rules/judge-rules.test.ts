import { LIMITS, ratedPowerRule } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openAlarms } from '../../../../test/alarms-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/makers.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { MOST_OF_RULES, TOO_MANY_CODE } from '../alarm-room.ts';
import { endsAfter } from './rule-times.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
const { create, mintDevice, start: running, rowsOf } = openAlarms(platform);
const TEMPERATURE = pointByKey('temp.inverter')!.id;
type Device = Awaited<ReturnType<typeof mintDevice>>;

/** Means of five minutes that end with the newest one that is judged at the time of the clock, or so long before. */
async function measure({ id }: Device, degrees: readonly number[], ago = 0) {
  const newest = Math.floor((platform.clock.now() - ago - 3 * MINUTE) / STEP) * STEP;
  const bucket = (place: number) => (newest - (degrees.length - place) * STEP) / 1000;
  await platform.samples.insertRows(
    'rollup_5m',
    degrees.map((avg, place) => ({
      device: id,
      point: TEMPERATURE,
      bucket: bucket(place),
      avg,
      min: avg,
      max: avg,
      n: 1,
      version: 1,
    })),
  );
  return (place: number) => new Date(bucket(place) * 1000);
}

async function hotRule({ stationId }: Device, changes: object = {}): Promise<number> {
  const { organisationId } = await platform.db
    .selectFrom('stations')
    .select('organisationId')
    .where('id', '=', stationId!)
    .executeTakeFirstOrThrow();
  const { id } = await platform.db
    .insertInto('alarmRules')
    .values({
      organisationId,
      name: 'Hot',
      pack: null,
      level: 'emergency',
      enabled: true,
      raise: 'temp.inverter > 80 °C',
      clear: 'temp.inverter < 70 °C',
      consecutive: 3,
      onDelay: 0,
      offDelay: 0,
      stationIds: [],
      labelIds: [],
      models: [],
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('what a rule finds is one alarm for all servers and starts, and ends between its thresholds no sooner than it says', async () => {
  const device = await mintDevice();
  const rule = await hotRule(device);
  const at = await measure(device, [60, 85, 85, 85]);
  const [one, other] = [await running(), await running()];
  await Promise.all([one.alarms.tick(), other.alarms.tick()]);
  const alarm = {
    type: 'rule',
    code: `rule${rule}`,
    level: 'emergency',
    textKey: 'rule:Hot',
    beganAt: at(1),
    count: 1,
  };
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: null }]);
  expect(one.told.some(({ textKey }) => textKey === 'rule:Hot')).toBe(true);
  platform.clock.advance(2 * STEP);
  await measure(device, [75, 75]);
  await one.alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: null }]);
  platform.clock.advance(2 * STEP);
  const later = await measure(device, [75, 65]);
  await one.alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: later(1) }]);
  // A server that starts looks back over the same means and finds nothing new in them.
  const third = await running();
  await third.alarms.tick();
  await other.alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: later(1) }]);
});

test('what shows that a clock is slow is taken and announced where it comes an hour and more later than it says, what else is so old is not', async () => {
  const [slow, silent] = [await mintDevice(), await mintDevice()];
  await hotRule(slow, { pack: 'wrongClock' });
  await hotRule(silent);
  const { alarms, told } = await running();
  await alarms.tick();
  for (let step = 0; step < 3; step += 1) {
    platform.clock.advance(STEP);
    for (const device of [slow, silent]) await measure(device, [85], 90 * MINUTE);
    await alarms.tick();
  }
  const [alarm] = await rowsOf(slow);
  expect(told.map(({ id }) => id)).toContain(alarm?.id);
  expect(await rowsOf(silent)).toEqual([]);
});

test('alarms of rules of one device that stand together are 64 and one that stands for the rest', async () => {
  const device = await mintDevice();
  for (let degrees = 10; degrees < 80; degrees += 1)
    await hotRule(device, { raise: `temp.inverter > ${degrees} °C`, clear: '', consecutive: 1 });
  await measure(device, [85]);
  const { alarms } = await running();
  await alarms.tick();
  const rows = await rowsOf(device);
  expect(rows.filter(({ type }) => type === 'rule')).toHaveLength(MOST_OF_RULES);
  expect(rows.filter(({ code }) => code === TOO_MANY_CODE)).toHaveLength(1);
});

test('rules are judged at the start and when they change, without waiting for the next look', async () => {
  const [device, later] = [await mintDevice(), await mintDevice()];
  await hotRule(device);
  await measure(device, [85, 85, 85]);
  await running();
  await vi.waitFor(async () => expect(await rowsOf(device)).toHaveLength(1), { timeout: 20_000 });
  platform.clock.advance(MINUTE);
  await measure(later, [85, 85, 85]);
  await hotRule(later);
  await announceChange(platform.db, { alarmRules: true });
  await platform.changes.catchUp();
  await vi.waitFor(async () => expect(await rowsOf(later)).toHaveLength(1), { timeout: 20_000 });
});

test('who changes rules again and again has those of all judged no sooner than a while after the last look', async () => {
  const device = await mintDevice();
  await measure(device, [85, 85, 85]);
  const { alarms } = await running();
  await alarms.tick();
  await alarms.tick();
  await hotRule(device);
  for (let n = 0; n < 3; n += 1) {
    await announceChange(platform.db, { alarmRules: true });
    await platform.changes.catchUp();
    await alarms.tick();
  }
  expect(await rowsOf(device)).toEqual([]);
  platform.clock.advance(4 * MINUTE);
  await alarms.tick();
  expect(await rowsOf(device)).toHaveLength(1);
});

test('rules that the store cannot judge hold up no others, and what they found stands', async () => {
  const [ill, well] = [await mintDevice(), await mintDevice()];
  const broken = await hotRule(ill);
  await measure(ill, [85, 85, 85]);
  const { alarms } = await running();
  await alarms.tick();
  expect(await rowsOf(ill)).toMatchObject([{ recoveredAt: null }]);
  // No form takes so long a delay.
  await platform.db
    .updateTable('alarmRules')
    .set({ onDelay: 2_000_000_000 })
    .where('id', '=', broken)
    .execute();
  await hotRule(well);
  platform.clock.advance(STEP);
  await measure(well, [85, 85, 85]);
  await alarms.tick();
  expect(await rowsOf(well)).toMatchObject([{ type: 'rule', recoveredAt: null }]);
  expect(await rowsOf(ill)).toMatchObject([{ recoveredAt: null }]);
  await platform.db.deleteFrom('alarmRules').where('id', '=', broken).execute();
});

test('rules that take too long together are judged one by one, and what the store ends stops nobody', async () => {
  await platform.db.deleteFrom('alarmRules').execute();
  const device = await mintDevice();
  const rules = [await hotRule(device), await hotRule(device)];
  await hotRule(device, { stationIds: [device.stationId!] });
  await measure(device, [85, 85, 85]);
  const asked: number[] = [];
  const { samples } = platform;
  const columns: typeof samples.columns = async (query, params) => {
    const together = query.match(/toUInt16\(\d+\), s\d+/g)?.length;
    if (together === undefined) return samples.columns(query, params);
    asked.push(together);
    // What a store says that ends a query after the seconds that it names.
    if (together === 2 || asked.length === 2)
      return samples.columns(
        `SELECT count() AS n FROM numbers(1000000000000) WHERE sipHash64(number) = 1${endsAfter(0.1)}`,
      );
    return samples.columns(query, params);
  };
  const alarms = create({ samples: { ...samples, query: samples.query, columns } });
  // It looks at the start, and once more.
  await alarms.start();
  await vi.waitFor(() => expect(asked).toEqual([2, 1]), { timeout: 20_000 });
  await measure(device, [85, 85, 85]);
  await alarms.tick();
  await alarms.stop();
  expect(asked).toEqual([2, 1, 1, 1]);
  expect((await rowsOf(device)).map(({ code }) => code).toSorted()).toEqual(
    rules.map((id) => `rule${id}`).toSorted(),
  );
});

test('what began and ended between two looks is told; what came late is not', async () => {
  const device = await mintDevice();
  await hotRule(device, { consecutive: 1 });
  const { alarms } = await running();
  await alarms.tick();
  platform.clock.advance(3 * STEP);
  const at = await measure(device, [60, 90, 60]);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ beganAt: at(1), recoveredAt: at(2) }]);
  const late = await mintDevice();
  await hotRule(late, { consecutive: 1 });
  await measure(late, [90, ...Array.from({ length: 12 }, () => 60)]);
  platform.clock.advance(STEP);
  await alarms.tick();
  expect(await rowsOf(late)).toEqual([]);
});

test('a rule that is switched off, or about other stations, models or labels, raises nothing and ends what stands', async () => {
  const device = await mintDevice();
  const rule = await hotRule(device);
  const other = await mintDevice();
  await hotRule(other, { models: ['No such model'] });
  await hotRule(other, { labelIds: [999_999] });
  await hotRule(other, { stationIds: [device.stationId!] });
  await measure(device, [85, 85, 85]);
  await measure(other, [85, 85, 85]);
  const { alarms } = await running();
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: null }]);
  expect(await rowsOf(other)).toEqual([]);
  await platform.db.updateTable('alarmRules').set({ enabled: false }).where('id', '=', rule).execute();
  platform.clock.advance(STEP);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: expect.any(Date) }]);
});

test('a device that reports a fault raises no alarm of a rule beside it', async () => {
  const device = await mintDevice();
  await hotRule(device);
  await measure(device, [85, 85, 85]);
  const now = new Date(platform.clock.now());
  await platform.db
    .insertInto('alarms')
    .values({
      stationId: device.stationId,
      deviceId: device.id,
      type: 'deviceFault',
      code: 'GRID',
      level: 'general',
      textKey: 'faults.common.gridLoss',
      beganAt: now,
      lastSeenAt: now,
    })
    .execute();
  const { alarms } = await running();
  await alarms.tick();
  expect((await rowsOf(device)).map(({ type }) => type)).toEqual(['deviceFault']);
});

test('a rule that cannot be read stops no other', async () => {
  const device = await mintDevice();
  await hotRule(device, { raise: 'temp.inverter >' });
  await hotRule(device);
  await measure(device, [85, 85, 85]);
  const { alarms } = await running();
  await alarms.tick();
  expect(await rowsOf(device)).toHaveLength(1);
});

test('the least power that a device may be rated at keeps no rule from being judged', async () => {
  const device = await mintDevice();
  await hotRule(device);
  await measure(device, [85, 85, 85]);
  const least = LIMITS.leastFigure;
  expect(ratedPowerRule(least / 2)).toBe('ratedPowerInvalid');
  for (const ratedPower of [least, 1e9])
    await makeDevice(platform, { stationId: device.stationId, kind: 'inverter', ratedPower });
  const { alarms } = await running();
  await alarms.tick();
  expect(await rowsOf(device)).toHaveLength(1);
});
