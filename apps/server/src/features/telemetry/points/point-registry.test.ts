import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { failingDb } from '../../../../test/failing-db.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../../test/makers.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { openPointRegistry } from './point-registry.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const points = await openPointRegistry(platform);
const newDevice = async () => (await makeDevice(platform)).id;

test('catalogue keys have their own ids at once, for any device', async () => {
  const device = await newDevice();
  expect(points.pointId(device, 'ac.power')).toBe(1);
  expect(points.keyOf(1)).toBe('ac.power');
  expect(points.keyOf(9999)).toBeUndefined();
  const rows = await platform.db.selectFrom('deviceCustomPoints').where('deviceId', '=', device).execute();
  expect(rows).toEqual([]);
});

test('a custom key has one id for all devices of one owner, known to those that use it', async () => {
  const [one, two] = [await newDevice(), await newDevice()];
  const id = await points.pointId(one, 'pump.speed');
  expect(id).toBeGreaterThanOrEqual(10_000);
  expect(points.pointId(one, 'pump.speed')).toBe(id);
  expect(points.knownId(two, 'pump.speed')).toBeUndefined();
  expect(await points.pointId(two, 'pump.speed')).toBe(id);
  expect(points.keyOf(id)).toBe('pump.speed');
});

test('what a device brings to one server is known to the others', async () => {
  const device = await newDevice();
  const other = await openPointRegistry(platform);
  expect(other.knownId(device, 'fan.speed')).toBeUndefined();
  const id = await points.pointId(device, 'fan.speed');
  await vi.waitFor(() => expect(other.knownId(device, 'fan.speed')).toBe(id));
  expect(other.keyOf(id)).toBe('fan.speed');
});

test('what a device brings to one server is known to the others also where PostgreSQL was restarted right after it', async () => {
  const device = await newDevice();
  const away = failingDb(platform.db);
  const other = await openPointRegistry({ ...platform, db: away.db });
  away.isAway = true;
  const id = await points.pointId(device, 'gate.angle');
  await vi.waitUntil(() => away.refused > 0, { timeout: 5000 });
  expect(other.knownId(device, 'gate.angle')).toBeUndefined();
  away.isAway = false;
  await vi.waitFor(() => expect(other.knownId(device, 'gate.angle')).toBe(id), 5000);
});

test('a key that many messages bring at once is registered once', async () => {
  const device = await newDevice();
  const ids = await Promise.all(Array.from({ length: 20 }, () => points.pointId(device, 'valve.angle')));
  expect(new Set(ids).size).toBe(1);
  const rows = await platform.db
    .selectFrom('deviceCustomPoints')
    .select('pointId')
    .where('deviceId', '=', device)
    .execute();
  expect(rows).toHaveLength(1);
});

test('devices that bring the same new key at once share its id', async () => {
  const devices = await Promise.all(Array.from({ length: 8 }, newDevice));
  const ids = await Promise.all(devices.map((device) => points.pointId(device, 'shared.newKey')));
  expect(new Set(ids).size).toBe(1);
});

test('a second server finds what the first one registered', async () => {
  const device = await newDevice();
  const other = await openPointRegistry(platform);
  const id = await points.pointId(device, 'second.server');
  expect(other.knownId(device, 'second.server')).toBeUndefined();
  expect(await other.pointId(device, 'second.server')).toBe(id);
});

test.each(['', ' ', 'Upper', 'a..b', 'a b', '.a', 'a.', 'ä', 'x'.repeat(65), '__proto__', 'a\n'])(
  '"%s" names no point',
  async (key) => {
    const device = await newDevice();
    expect(() => points.pointId(device, key)).toThrow('unknownPoint');
  },
);

test('a key that could not be registered is tried again the next time', async () => {
  await expect(points.pointId(999_999_999, 'of.nobody')).rejects.toThrow();
  const device = await newDevice();
  expect(await points.pointId(device, 'of.nobody')).toBeGreaterThanOrEqual(10_000);
});

/** Brings points one after the other; answers how many were made, and why the first one was refused that was not. */
async function bring(device: number, prefix: string, count: number) {
  for (let made = 0; made < count; made += 1) {
    try {
      await points.pointId(device, `${prefix}.n${made}`);
    } catch (error) {
      return { made, error: (error as { key: string }).key };
    }
  }
  return { made: count, error: undefined };
}

const stranger = (foundFrom: string) => makeDevice(platform, { foundBy: 'mqtt', foundFrom });

test('devices of nobody that invent points use up the share of their network, and not the ids of others; room comes back with the devices', async () => {
  const [one, two, elsewhere] = [
    await stranger('203.0.113.0/24'),
    await stranger('203.0.113.0/24'),
    await stranger('198.51.100.0/24'),
  ];
  expect(await bring(one.id, 'attack.a', 400)).toEqual({ made: 40, error: 'tooManyPoints' });
  expect(await points.pointId(two.id, 'attack.a.n0')).toBe(points.knownId(one.id, 'attack.a.n0'));
  expect(await bring(two.id, 'attack.b', 400)).toEqual({ made: 10, error: 'tooManyPointsUnbound' });
  expect((await bring(elsewhere.id, 'other', 5)).made).toBe(5);
  const owned = await makeDevice(platform, { organisationId: (await makeOrganisation(platform)).id });
  expect((await bring(owned.id, 'owned', 60)).made).toBe(60);
  platform.clock.advance(25 * 3_600_000);
  expect((await bring(two.id, 'tomorrow', 5)).made).toBe(0);
  await platform.db.deleteFrom('deviceCustomPoints').where('deviceId', '=', one.id).execute();
  platform.clock.advance(60_000);
  expect((await bring(two.id, 'tomorrow', 5)).made).toBe(5);
});

test('the same key of two organisations is two points, and of one it is one', async () => {
  const [one, two] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const deviceOf = async (organisationId: number) => (await makeDevice(platform, { organisationId })).id;
  const id = await points.pointId(await deviceOf(one.id), 'same.key');
  expect(await points.pointId(await deviceOf(one.id), 'same.key')).toBe(id);
  const other = await points.pointId(await deviceOf(two.id), 'same.key');
  expect(other).not.toBe(id);
  expect([points.keyOf(id), points.keyOf(other)]).toEqual(['same.key', 'same.key']);
});

test('one organisation cannot use up the custom points of the others', async () => {
  // As if others had taken every id that 16 bits can hold.
  await sql`ALTER TABLE custom_points ALTER COLUMN id RESTART WITH 65535`.execute(platform.db);
  const deviceOf = async () =>
    (await makeDevice(platform, { organisationId: (await makeOrganisation(platform)).id })).id;
  const [last, next] = [await deviceOf(), await deviceOf()];
  expect(await points.pointId(last, 'last.of16')).toBe(65_535);
  const id = await points.pointId(next, 'first.of32');
  expect(id).toBe(65_536);
  const ingest = createIngest(platform, points);
  const device = { id: next } as KnownDevice;
  await ingest.store(device, [{ time: platform.clock.now(), values: { 'first.of32': 7 } }], 'http');
  await ingest.stop();
  const rows = await platform.samples.query('SELECT point, value FROM samples WHERE device = {next:UInt32}', {
    next,
  });
  expect(rows).toEqual([{ point: 65_536, value: 7 }]);
});

test('a device that gets an owner keeps its points, which leave the share of its network; new ones are those of the owner', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const [one, two, same] = [
    await stranger('192.0.2.0/24'),
    await stranger('192.0.2.0/24'),
    await makeDevice(platform, { organisationId }),
  ];
  await bring(one.id, 'bound', 40);
  const before = points.knownId(one.id, 'bound.n0');
  await platform.db.updateTable('devices').set({ organisationId }).where('id', '=', one.id).execute();
  const again = await openPointRegistry(platform);
  expect(await again.pointId(one.id, 'bound.n0')).toBe(before);
  expect(await again.pointId(same.id, 'bound.n0')).not.toBe(before);
  expect(await again.pointId(one.id, 'of.owner')).toBe(await again.pointId(same.id, 'of.owner'));
  platform.clock.advance(25 * 3_600_000);
  expect((await bring(two.id, 'room', 40)).made).toBe(40);
});

test('points outlive their organisation, for the devices that moved on', async () => {
  const gone = await makeOrganisation(platform);
  const device = await makeDevice(platform, { organisationId: gone.id });
  const id = await points.pointId(device.id, 'left.behind');
  const { id: organisationId } = await makeOrganisation(platform);
  await platform.db.updateTable('devices').set({ organisationId }).where('id', '=', device.id).execute();
  await platform.db.deleteFrom('organisations').where('id', '=', gone.id).execute();
  const again = await openPointRegistry(platform);
  expect([again.knownId(device.id, 'left.behind'), again.keyOf(await id)]).toEqual([await id, 'left.behind']);
});

test('an organisation brings so many new points a day, and another one is not held up by it', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const devices = await Promise.all([1, 2, 3].map(() => makeDevice(platform, { organisationId })));
  const brought = await Promise.all(devices.map(({ id }, n) => bring(id, `many${n}`, 200)));
  expect(brought.reduce((sum, { made }) => sum + made, 0)).toBe(500);
  expect(brought.map(({ error }) => error)).toContain('tooManyPointsOfOrganisation');
  const other = await makeDevice(platform, { organisationId: (await makeOrganisation(platform)).id });
  expect((await bring(other.id, 'many.other', 3)).made).toBe(3);
});
