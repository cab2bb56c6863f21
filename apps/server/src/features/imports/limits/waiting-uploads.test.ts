import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openImports } from '../../../../test/imports-kit.ts';
import type { Db } from '../../../platform/postgres/client.ts';

const { platform, someone, stop } = await openImports(undefined, { awake: false });
afterAll(stop);

vi.setConfig({ testTimeout: 90_000 });

const CSV = 'time,P\n2025-07-01 12:00,1\n';

test('uploads that wait for each other leave connections of the database to others', async () => {
  const [reader, ...many] = await Promise.all(Array.from({ length: 13 }, () => someone()));
  const waiting = (trx: Db) =>
    sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.execute(trx);
  const uploads = await platform.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('imports.files'))`.execute(trx);
    const begun = many.map(({ upload }) => upload(CSV));
    await expect.poll(async () => (await waiting(trx)).rows[0]!.n).toBeGreaterThanOrEqual(7);
    const quota = await Promise.race([reader!.get('/imports/quota'), wait(20_000, { code: 0 })]);
    expect(quota.code).toBe(200);
    return begun;
  });
  for (const { code } of await Promise.all(uploads)) expect(code).toBe(200);
});
