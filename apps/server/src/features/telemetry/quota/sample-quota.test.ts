import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { refusalOf, samplesFrom } from '../../../../test/quota-kit.ts';
import { openFleet } from '../../fleet/index.ts';
import { countStored } from './count-stored.ts';
import { shareOfLogger } from './logger-share.ts';
import { openSampleQuota } from './sample-quota.ts';

const DAY_MS = 86_400_000;

const platform = await testPlatform({
  SUNFLEET_SAMPLES_PER_DAY: '100',
  SUNFLEET_SAMPLES_STORED: '1000',
  SUNFLEET_UNKNOWN_SAMPLES_PER_DAY: '50',
});
platform.clock.set(Date.UTC(2026, 5, 1, 18));
const fleet = await openFleet(platform);
const servers = await Promise.all([openSampleQuota(platform, fleet), openSampleQuota(platform, fleet)]);
const [quota, other] = servers;
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()));
  await fleet.stop();
  await platform.stop();
});

async function newDevice(values: Parameters<typeof makeDevice>[1] = {}) {
  const device = await makeDevice(platform, values);
  await fleet.ensure([device.id]);
  return device.id;
}

/** A device of an organisation that somebody administers. */
async function owned() {
  const { id: organisationId } = await makeOrganisation(platform);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  return { organisationId, admin, device: await newDevice({ organisationId }) };
}

const samplesOf = (device: number, count: number) => samplesFrom(platform.clock.now(), device, count);
const refusal = (device: number, server = quota, kind: 'live' | 'import' = 'live') =>
  refusalOf(server, device, kind);

test('beyond its samples of a day an organisation is refused until midnight UTC; another one, and an import, are not', async () => {
  const [one, two] = [await owned(), await owned()];
  quota.count(samplesOf(one.device, 99));
  expect(refusal(one.device)).toBeUndefined();
  quota.count(samplesOf(one.device, 1));
  expect(refusal(one.device)).toEqual({ key: 'quotaReached', limit: 100, retryAfter: 6 * 3600 });
  expect(refusal(one.device, quota, 'import')).toBeUndefined();
  expect(refusal(two.device)).toBeUndefined();
  await quota.flush();
  platform.clock.advance(DAY_MS);
  expect(refusal(one.device)).toBeUndefined();
});

test('what several servers take in counts together, also after a start', async () => {
  const { device } = await owned();
  quota.count(samplesOf(device, 60));
  other.count(samplesOf(device, 60));
  expect([refusal(device), refusal(device, other)]).toEqual([undefined, undefined]);
  await quota.flush();
  await other.flush();
  expect(refusal(device, other)).toMatchObject({ key: 'quotaReached' });
  const started = await openSampleQuota(platform, fleet);
  expect(refusal(device, started)).toMatchObject({ key: 'quotaReached' });
  await started.stop();
});

test('samples of an import are none of the day’s', async () => {
  const { device } = await owned();
  const file = samplesOf(device, 5000);
  quota.exempt(file);
  quota.count(file);
  quota.count(samplesOf(device, 99));
  expect(refusal(device)).toBeUndefined();
});

test('what was taken in before midnight and not written down belongs to its day', async () => {
  const { device, organisationId } = await owned();
  quota.count(samplesOf(device, 100));
  platform.clock.advance(DAY_MS);
  quota.count(samplesOf(device, 7));
  expect(refusal(device)).toBeUndefined();
  await quota.flush();
  const rows = await platform.db
    .selectFrom('sampleDays')
    .select('samples')
    .where('organisationId', '=', organisationId)
    .orderBy('day')
    .execute();
  expect(rows.map(({ samples }) => samples)).toEqual([100, 7]);
});

test('counts that PostgreSQL did not take are written with the next ones, and count meanwhile', async () => {
  const { device, organisationId } = await owned();
  const parts = { ...platform };
  const server = await openSampleQuota(parts, fleet);
  server.count(samplesOf(device, 60));
  const gone = { transaction: () => ({ execute: () => Promise.reject(new Error('gone')) }) };
  parts.db = gone as unknown as typeof platform.db;
  await expect(server.flush()).rejects.toThrow('gone');
  parts.db = platform.db;
  server.count(samplesOf(device, 40));
  expect(refusal(device, server)).toMatchObject({ key: 'quotaReached' });
  await server.stop();
  const row = await platform.db
    .selectFrom('sampleDays')
    .select('samples')
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  expect(row.samples).toBe(100);
});

/** What a reading without proof of its sender is refused with. */
function refusalOfLogger(device: number, server = quota) {
  try {
    server.requireOfLogger(device);
  } catch (error) {
    const { key, values } = error as { key: string; values: object };
    return { key, ...values };
  }
  return undefined;
}

test('a logger and the devices behind it share a tenth of the organisation’s day, on all servers together', async () => {
  const { organisationId, device: logger } = await owned();
  const behind = () => newDevice({ organisationId, parentId: logger });
  const [one, two, alone] = [await behind(), await behind(), await newDevice({ organisationId })];
  quota.countOfLogger(one, 4);
  quota.countOfLogger(two, 3);
  other.countOfLogger(logger, 3);
  expect(refusalOfLogger(one)).toBeUndefined();
  await other.flush();
  await quota.flush();
  const reached = { key: 'quotaReached', limit: 10, retryAfter: expect.any(Number) };
  expect([refusalOfLogger(one), refusalOfLogger(two), refusalOfLogger(logger)]).toEqual([
    reached,
    reached,
    reached,
  ]);
  expect([refusalOfLogger(alone), refusal(one)]).toEqual([undefined, undefined]);
  const started = await openSampleQuota(platform, fleet);
  expect(refusalOfLogger(two, started)).toEqual(reached);
  await started.stop();
  platform.clock.advance(DAY_MS);
  expect(refusalOfLogger(one)).toBeUndefined();
});

test('ten known sticks together leave half of the organisation’s day to devices that prove who they are', async () => {
  const { organisationId, device: proven } = await owned();
  const { device: elsewhere } = await owned();
  const sticks = [];
  for (let n = 0; n < 10; n += 1) sticks.push(await newDevice({ kind: 'logger', organisationId }));
  let stored = 0;
  for (const stick of sticks)
    for (let n = 0; n < 10; n += 1) {
      if (refusalOfLogger(stick)) continue;
      quota.countOfLogger(stick, 1);
      quota.count(samplesOf(stick, 1));
      stored += 1;
    }
  expect(stored).toBe(50);
  expect(refusalOfLogger(sticks.at(-1)!)).toMatchObject({ key: 'quotaReached', limit: 50 });
  expect([refusal(proven), refusalOfLogger(elsewhere)]).toEqual([undefined, undefined]);
  await quota.flush();
  const started = await openSampleQuota(platform, fleet);
  expect(refusalOfLogger(sticks.at(-1)!, started)).toMatchObject({ limit: 50 });
  await started.stop();
  platform.clock.advance(DAY_MS);
  expect(refusalOfLogger(sticks.at(-1)!)).toBeUndefined();
});

test('no real logger reaches its share where the organisation has the usual billion a day', () => {
  const hundredDevices = 100 * 150 * 24 * 60;
  expect(shareOfLogger(1_000_000_000)).toBeGreaterThan(2 * hundredDevices);
  expect(shareOfLogger(1_000_000_000)).toBeLessThanOrEqual(50_000_000);
});

test('devices of nobody have the share of their network', async () => {
  const from = (foundFrom: string) => newDevice({ foundBy: 'mqtt', foundFrom });
  const [one, near, far] = [
    await from('203.0.113.0/24'),
    await from('203.0.113.0/24'),
    await from('198.51.100.0/24'),
  ];
  quota.count(samplesOf(one, 50));
  expect([refusal(one), refusal(near)]).toMatchObject([{ limit: 50 }, { limit: 50 }]);
  expect(refusal(far)).toBeUndefined();
});

test('days are forgotten after their time, those of networks soon', async () => {
  const days = async () =>
    (await platform.db.selectFrom('sampleDays').select('share').where('share', 'like', 'old %').execute())
      .map(({ share }) => share)
      .toSorted();
  const { organisationId } = await owned();
  const before = (count: number) =>
    new Date(platform.clock.now() - count * DAY_MS).toISOString().slice(0, 10);
  const row = (share: string, count: number, of: number | null) => ({
    share: `old ${share}`,
    day: before(count),
    organisationId: of,
    samples: 1,
  });
  await platform.db
    .insertInto('sampleDays')
    .values([
      row('year', 401, organisationId),
      row('week', 7, organisationId),
      row('network', 3, null),
      row('network today', 0, null),
    ])
    .execute();
  await countStored(platform);
  expect(await days()).toEqual(['old network today', 'old week']);
});

test('the end of a server does not fail where its counts cannot be written', async () => {
  const parts = { ...platform };
  const server = await openSampleQuota(parts, fleet);
  server.count(samplesOf((await owned()).device, 1));
  const gone = { transaction: () => ({ execute: () => Promise.reject(new Error('gone')) }) };
  parts.db = gone as unknown as typeof platform.db;
  await expect(server.stop()).resolves.toBeUndefined();
});

test('administrators hear at 80 and at 100 per cent, once a day, however many servers count', async () => {
  const { device, admin } = await owned();
  const told = async () =>
    (
      await platform.db
        .selectFrom('outbox')
        .select(['template', 'body'])
        .where('recipient', '=', admin.email!)
        .orderBy('id')
        .execute()
    ).map(({ template }) => template);
  const take = async (count: number, server = quota) => {
    server.count(samplesOf(device, count));
    await server.flush();
  };
  await take(79);
  expect(await told()).toEqual([]);
  await take(1, other);
  await take(5);
  expect(await told()).toEqual(['dayQuotaNear']);
  await Promise.all([take(15), take(15, other)]);
  await take(1);
  expect(await told()).toEqual(['dayQuotaNear', 'dayQuotaReached']);
  platform.clock.advance(DAY_MS);
  await take(100);
  expect(await told()).toEqual(['dayQuotaNear', 'dayQuotaReached', 'dayQuotaReached']);
});

test('a limit of its own takes the place of the one of the settings', async () => {
  const { device, organisationId } = await owned();
  quota.count(samplesOf(device, 10));
  await platform.db
    .updateTable('organisations')
    .set({ samplesPerDay: 10 })
    .where('id', '=', organisationId)
    .execute();
  await quota.flush();
  expect(refusal(device)).toMatchObject({ limit: 10 });
  await platform.db
    .updateTable('organisations')
    .set({ samplesPerDay: 500 })
    .where('id', '=', organisationId)
    .execute();
  await quota.flush();
  expect(refusal(device)).toBeUndefined();
});

test('what is stored in all is counted in the store; at its limit nothing more is taken, imports included', async () => {
  const { device, organisationId, admin } = await owned();
  await platform.samples.command(
    `INSERT INTO samples SELECT ${device}, 1, toDateTime('2026-01-01 00:00:00', 'UTC') + number, 1 FROM numbers(1000)`,
  );
  quota.count(samplesOf(device, 1));
  await countStored(platform);
  await quota.flush();
  expect(refusal(device)).toEqual({ key: 'quotaReached', limit: 1000, retryAfter: 3600 });
  expect(refusal(device, quota, 'import')).toMatchObject({ limit: 1000 });
  const messages = await platform.db
    .selectFrom('outbox')
    .select(['template', 'body'])
    .where('recipient', '=', admin.email!)
    .execute();
  expect(messages).toMatchObject([
    { template: 'storedQuotaReached', body: expect.stringContaining('stores 1,000 measured values') },
  ]);
  await platform.samples.command(`DELETE FROM samples WHERE device = ${device}`);
  await countStored(platform);
  await quota.flush();
  expect(refusal(device)).toBeUndefined();
  const row = await platform.db
    .selectFrom('storedSamples')
    .select('samples')
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  expect(row.samples).toBe(0);
});

test('what imports keep to be taken back counts as stored', async () => {
  const { device } = await owned();
  const at = "toDateTime64('2026-01-01 00:00:00', 3, 'UTC')";
  await platform.samples.command(
    `INSERT INTO import_values SELECT 1, 1, ${device}, 1, ${at} + number, 1, ${at} FROM numbers(600)`,
  );
  await platform.samples.command(
    `INSERT INTO import_overwritten SELECT 1, ${device}, 1, ${at} + number, 1, ${at}, 1 FROM numbers(400)`,
  );
  quota.count(samplesOf(device, 1));
  await countStored(platform);
  await quota.flush();
  expect(refusal(device, quota, 'import')).toMatchObject({ key: 'quotaReached', limit: 1000 });
});

test('what is laid over a silence counts as stored, by what was not measured of each day', async () => {
  const { device, organisationId } = await owned();
  const day = "toDateTime('2026-01-01 00:00:00', 'UTC') + 86400 * number";
  const put = (values: string, from: string) =>
    platform.samples.command(`INSERT INTO energy SELECT ${values} FROM ${from}`);
  // A silence of ten days of one flow, of which nothing is known of the light on one; a day that was measured half, and one that was measured.
  await put(
    `'device', 'day', ${device}, 'pv', ${day}, 0, 3, 'lifetime', if(number = 9, nan, 0), 1`,
    'numbers(10)',
  );
  await put(`'device', 'day', ${device}, 'pv', ${day}, 3, 0, 'lifetime', 0.5, 1`, 'numbers(20, 1)');
  await put(`'device', 'day', ${device}, 'load', ${day}, 3, 0, 'lifetime', 1, 1`, 'numbers(20, 1)');
  // An earlier count of the same day is not another one.
  await put(`'device', 'day', ${device}, 'pv', ${day}, 0, 0, 'lifetime', 0, 0`, 'numbers(20, 1)');
  await countStored(platform);
  const row = await platform.db
    .selectFrom('storedSamples')
    .select('samples')
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  expect(row.samples).toBe(10 * 288 + 144);
  quota.count(samplesOf(device, 1));
  await quota.flush();
  expect(refusal(device)).toMatchObject({ key: 'quotaReached', limit: 1000 });
});
