import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { storeBlock } from '../src/features/telemetry/ingest/block-store.ts';
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import { migrateClickhouse } from '../src/platform/clickhouse/migrate.ts';
import { openPool } from '../src/platform/postgres/client.ts';
import { createSampleColumns } from '../src/platform/sample-columns.ts';
import { openS3Door } from './s3-door.ts';

/** What the page of operations tells people to type is run as it stands there. */
const page = await readFile(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const [backup, restore, sequences, stop] = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, text]) =>
  text!.split(/;\n/).filter((statement) => statement.trim() !== ''),
);

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-operations-'));
const account = { bucket: 'backups', key: 'key', secret: 'secret', region: 'us-east-1' };
const door = await openS3Door(account);
const db = await openEmbeddedSamplesDb(root);
afterAll(async () => {
  await db.close();
  await door.stop();
  await rm(root, { recursive: true, force: true });
});

const here = (statement: string) => statement.replaceAll('https://s3.example.com', door.url);

async function contents(): Promise<Record<string, unknown>> {
  const tables = await db.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = 'sunfleet' ORDER BY name",
  );
  const found = tables.map(async ({ name }) => [
    name,
    await db.query(`SELECT count() AS n, sum(cityHash64(*)) AS sum FROM sunfleet.${name}`),
  ]);
  return Object.fromEntries(await Promise.all(found)) as Record<string, unknown>;
}

test('ClickHouse is backed up to S3 and restored by the statements of the page, and every table is as it was', async () => {
  await migrateClickhouse(db, undefined);
  const now = Date.UTC(2026, 5, 21, 12);
  const block = createSampleColumns(5000);
  for (let n = 0; n < 5000; n += 1) block.add(1 + (n % 50), 7, now - n * 7_200_000, n);
  await storeBlock(db, { now: () => now }, block);
  await db.command(
    'INSERT INTO latest SELECT device, point, max(time), argMax(value, samples.time) FROM samples GROUP BY device, point',
  );
  await db.command(
    "INSERT INTO energy SELECT 'device', 'day', device, 'pv', toDateTime('2026-06-20 00:00:00', 'UTC'), 1, 0, 'meter', 1, 1 FROM latest",
  );
  await db.command("INSERT INTO roll_up_progress VALUES ('roll-up', now64(3))");
  const before = await contents();
  expect(before.samples).toMatchObject([{ n: 5000 }]);

  for (const statement of backup!) await db.command(here(statement));
  await db.command('DROP DATABASE sunfleet SYNC');
  for (const statement of restore!) await db.command(here(statement));
  expect(await contents()).toEqual(before);
}, 60_000);

test('after a restore no number is given again that was given after the backup, and nothing is sent to devices', async () => {
  const base = inject('postgres');
  const name = `operations_${randomBytes(6).toString('hex')}`;
  const maintenance = openPool(`${base}/postgres`, () => {}, 1);
  await maintenance.query(`CREATE DATABASE ${name} TEMPLATE template_sunfleet STRATEGY file_copy`);
  await maintenance.end();
  const pool = openPool(`${base}/${name}`, () => {}, 1);
  const next = async () => {
    const { rows } = await pool.query<{ n: number }>(
      "SELECT nextval(pg_get_serial_sequence('devices', 'id')) AS n",
    );
    return rows[0]!.n;
  };
  const last = await next();
  for (const statement of sequences!) await pool.query(statement);
  expect(await next()).toBe(last + 1_000_001);
  // What was stopped before goes on being so.
  for (const statement of [...stop!, ...stop!]) await pool.query(statement);
  const { rows } = await pool.query(
    'SELECT stopped_by_platform FROM command_rules WHERE stopped_at IS NOT NULL',
  );
  expect(rows).toEqual([{ stopped_by_platform: true }]);
  await pool.end();
});
