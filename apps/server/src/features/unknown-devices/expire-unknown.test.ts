import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { mintDeviceSecret, storeDeviceSecret } from '../devices/index.ts';
import { openFleet } from '../fleet/index.ts';
import { expireUnknown, forgetMeasured } from './index.ts';

const platform = await testPlatform({
  SUNFLEET_UNKNOWN_DEVICE_DAYS: '2',
  SUNFLEET_UNKNOWN_DEVICES_PER_NETWORK: '5',
  SUNFLEET_NEW_DEVICES_PER_DAY: '3',
});
platform.clock.set(Date.now());
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

const DAY_MS = 86_400_000;
let count = 0;
const newSn = () => `SF-NEW-${process.pid}-${(count += 1)}`;
const enter = (address: string) => directory.authenticate(newSn(), 'secret', 'mqtt', address);
const rowsOf = async (ids: number[]) =>
  (await platform.db.selectFrom('devices').select('id').where('id', 'in', ids).execute()).map(({ id }) => id);

test('invented serial numbers of one network, all at once, do not lock out another, and the room comes back', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => enter('203.0.113.9')));
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
  expect(made).toHaveLength(5);
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'tooManyRequests' });
  await enter('198.51.100.1');

  platform.clock.advance(1.9 * DAY_MS);
  await expireUnknown(platform);
  await expect(enter('203.0.113.77')).rejects.toMatchObject({ key: 'tooManyRequests' });
  platform.clock.advance(0.2 * DAY_MS);
  await expireUnknown(platform);
  expect(await rowsOf(made)).toEqual([]);
  await vi.waitUntil(() => made.every((id) => !directory.byId(id)));
  await enter('203.0.113.77');
});

test('states, alarms and samples go with the device; what is owned, registered or heard of stays', async () => {
  const { id, sn } = await enter('192.0.2.1');
  const heard = await enter('192.0.2.2');
  const owned = await enter('192.0.2.3');
  const organisation = await makeOrganisation(platform);
  const { db } = platform;
  await db
    .updateTable('devices')
    .set({ organisationId: organisation.id })
    .where('id', '=', owned.id)
    .execute();
  const registered = await makeDevice(platform);
  const at = new Date(platform.clock.now());
  await db
    .insertInto('alarms')
    .values({
      deviceId: id,
      type: 'offline',
      code: 'x',
      level: 'tip',
      textKey: 'x',
      beganAt: at,
      lastSeenAt: at,
    })
    .execute();
  await platform.samples.command(
    `INSERT INTO samples VALUES (${id}, 1, now(), 5), (${heard.id}, 1, now(), 6)`,
  );

  platform.clock.advance(3 * DAY_MS);
  const lastSeenAt = new Date(platform.clock.now() - DAY_MS);
  await db.updateTable('deviceStates').set({ lastSeenAt }).where('deviceId', '=', heard.id).execute();
  await expireUnknown(platform);
  await forgetMeasured(platform, new AbortController().signal);
  const all = [id, heard.id, owned.id, registered.id];
  expect((await rowsOf(all)).toSorted((a, b) => a - b)).toEqual([heard.id, owned.id, registered.id]);
  const left = await platform.samples.query('SELECT value FROM samples WHERE device IN {all:Array(UInt32)}', {
    all,
  });
  expect(left).toEqual([{ value: 6 }]);
  await vi.waitUntil(() => directory.bySn(sn) === undefined);
  expect((await directory.authenticate(sn, 'another', 'mqtt', '192.0.2.9')).id).not.toBe(id);
});

test('a logger of nobody goes after what hangs on it', async () => {
  const logger = await directory.discover(
    newSn(),
    { kind: 'logger' },
    { gateway: 'v5', address: '192.0.2.50' },
  );
  const child = await enter('192.0.2.51');
  await platform.db.updateTable('devices').set({ parentId: logger.id }).where('id', '=', child.id).execute();
  platform.clock.advance(3 * DAY_MS);
  await expireUnknown(platform);
  expect(await rowsOf([logger.id, child.id])).toEqual([logger.id]);
  await expireUnknown(platform);
  expect(await rowsOf([logger.id])).toEqual([]);
});

test('serial numbers that an ingest key brought are few on a day, and free again when they stay silent', async () => {
  const [squatter, other] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const bring = async ({ id, code }: { id: number; code: string }, sn = newSn()) =>
    directory.forKey({ id, code, manages: new Set([id]) }, sn);
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => bring(squatter)));
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  expect(made).toHaveLength(3);
  expect(tries.at(-1)).toMatchObject({ reason: { key: 'tooManyNewDevices', values: { limit: 3 } } });
  await bring(other);
  platform.clock.advance(31 * DAY_MS);
  await expireUnknown(platform);
  expect(await rowsOf(made.map(({ id }) => id))).toEqual([]);
  await vi.waitUntil(() => made.every(({ id }) => !directory.byId(id)));
  expect((await bring(other, made[0]!.sn)).sn).toBe(made[0]!.sn);
});

test('a serial number that somebody wrote down and took out again is free once they may not bind it again', async () => {
  const unbound = async (values: object) => {
    const freedAt = new Date(platform.clock.now());
    const secret = storeDeviceSecret(mintDeviceSecret());
    return (await makeDevice(platform, { sn: newSn(), ...secret, freedAt, ...values })).id;
  };
  const never = await unbound({});
  const came = await unbound({ firstSeenAt: new Date(platform.clock.now()) });
  const reported = await unbound({});
  const seen = { lastSeenAt: new Date(platform.clock.now()) };
  await platform.db.updateTable('deviceStates').set(seen).where('deviceId', '=', reported).execute();
  platform.clock.advance(6.9 * DAY_MS);
  await expireUnknown(platform);
  expect(await rowsOf([never, came, reported])).toHaveLength(3);
  platform.clock.advance(0.2 * DAY_MS);
  await expireUnknown(platform);
  expect((await rowsOf([never, came, reported])).toSorted((a, b) => a - b)).toEqual([came, reported]);
});
