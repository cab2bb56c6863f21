import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { OwnershipLost } from './ownership.ts';
import { PARTITIONS } from './partitions.ts';
import { endLife, isUnfair, renewLease, takePartitions } from './take-partitions.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const take = (of: Partial<Parameters<typeof takePartitions>[1]> = {}) =>
  takePartitions(db, { server: 'test', isSole: false, ...of });
const letExpire = (id: string) =>
  db
    .updateTable('workOwners')
    .set({ aliveUntil: new Date(0) })
    .where('id', '=', id)
    .execute();

test('servers share the partitions, and what one leaves another one takes', async () => {
  const first = await take();
  expect(first.partitions.size).toBe(PARTITIONS);
  const second = await take();
  expect(second.partitions.size).toBe(0);
  expect([await isUnfair(db, first), await isUnfair(db, second)]).toEqual([true, false]);
  const less = await take({ previous: first.id });
  expect(less.partitions.size).toBe(PARTITIONS / 2);
  expect([...less.partitions].every((partition) => first.partitions.has(partition))).toBe(true);
  expect([await isUnfair(db, less), await isUnfair(db, second)]).toEqual([false, true]);
  const more = await take({ previous: second.id });
  expect(more.partitions.size).toBe(PARTITIONS / 2);
  expect([...more.partitions].some((partition) => less.partitions.has(partition))).toBe(false);
  expect(await isUnfair(db, more)).toBe(false);
  await endLife(db, less.id);
  expect(await isUnfair(db, more)).toBe(true);
  const all = await take({ previous: more.id });
  expect(all.partitions.size).toBe(PARTITIONS);
  await endLife(db, all.id);
});

test('who said nothing for a while is taken from, and writes nothing more', async () => {
  const silent = await take();
  expect(await silent.transaction(async () => 'written')).toBe('written');
  expect(await renewLease(db, silent.id)).toBe(true);
  await letExpire(silent.id);
  // Nobody has taken anything yet.
  expect(await silent.transaction(async () => 'written')).toBe('written');
  const next = await take();
  expect(next.partitions.size).toBe(PARTITIONS);
  await expect(silent.transaction(async () => 'written')).rejects.toBeInstanceOf(OwnershipLost);
  expect(await renewLease(db, silent.id)).toBe(false);
  await endLife(db, next.id);
});

test('a take-over waits for what the owner of before has begun to write', async () => {
  const slow = await take();
  const { promise: written, resolve: write } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const writing = slow.transaction(async (trx) => {
    begin();
    await written;
    await slow.savePosition(trx, 'alarms', 5000);
  });
  await begun;
  await letExpire(slow.id);
  const taking = take();
  write();
  const [, next] = await Promise.all([writing, taking]);
  expect(await next.position('alarms', 9000)).toBe(5000);
  await endLife(db, next.id);
});

test('the next owner goes on from the earliest position, or from where something was unheard', async () => {
  const first = await take();
  const second = await take();
  const one = await take({ previous: first.id });
  const other = await take({ previous: second.id });
  await one.savePosition(db, 'alarms', 9000);
  await other.savePosition(db, 'alarms', 7000);
  await one.savePosition(db, 'rollUps', 8000);
  await endLife(db, one.id);
  const both = await take({ previous: other.id });
  expect([await both.position('alarms', 9000), await both.position('rollUps', 9000)]).toEqual([7000, 8000]);
  const again = await take({ previous: both.id, unheardSince: 7500 });
  expect([await again.position('alarms', 9000), await again.position('rollUps', 9000)]).toEqual([7000, 7500]);
  await endLife(db, again.id);
});

test('a position of a clock that was set back is none: what was stored since then may not have had its effect', async () => {
  const owner = await take();
  await owner.savePosition(db, 'alarms', 9_000_000);
  expect(await owner.position('alarms', 9_000_000)).toBe(9_000_000);
  expect(await owner.position('alarms', 8_000_000)).toBe(8_000_000 - 3_600_000);
  await endLife(db, owner.id);
});

test('a server that holds the database alone takes everything, and needs no lease', async () => {
  const shared = await take();
  const sole = await take({ isSole: true });
  expect(sole.partitions.size).toBe(PARTITIONS);
  await expect(shared.transaction(async () => 'written')).rejects.toBeInstanceOf(OwnershipLost);
  expect(await sole.transaction(async () => 'written')).toBe('written');
  // One that shares the work has got the lock: the other one is gone.
  expect((await take()).partitions.size).toBe(PARTITIONS);
  const { n } = await db
    .selectFrom('workOwners')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(1);
});
