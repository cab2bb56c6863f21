import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { stayAwake } from './stay-awake.ts';

const { db, stop } = await testPlatform();
afterAll(() => stop());

/** Computes for three times as long as the database lets a transaction rest. */
async function compute() {
  const end = performance.now() + 1500;
  await vi.waitUntil(() => performance.now() > end, { interval: 20 });
}

test('a transaction that computes for long is still there afterwards', async () => {
  const answer = await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 500`.execute(trx);
    await stayAwake(trx, compute, 100);
    return sql<{ one: number }>`SELECT 1 AS one`.execute(trx);
  });
  expect(answer.rows).toEqual([{ one: 1 }]);
});

test('one that does not say so is ended', async () => {
  const work = db.transaction().execute(async (trx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 500`.execute(trx);
    await compute();
    await sql`SELECT 1`.execute(trx);
  });
  await expect(work).rejects.toThrow();
});
