import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CLUSTER, openTwoShards } from '../../../test/two-shards.ts';
import { listValues } from '../../features/telemetry/import-values/list-values.ts';
import { takeBackSlice } from '../../features/telemetry/import-values/take-back.ts';
import { storeBlock } from '../../features/telemetry/ingest/block-store.ts';
import {
  bringUpLatest,
  readLatest,
  readMark,
  writeLatest,
} from '../../features/telemetry/latest/latest.queries.ts';
import { mendLatest } from '../../features/telemetry/latest/mend-latest.ts';
import { dropOldPartitions } from '../../features/telemetry/retention/drop-old-partitions.ts';
import { forgetTelemetry } from '../../features/telemetry/retention/forget-telemetry.ts';
import { storedSince } from '../../features/telemetry/stored-since/stored-since.ts';
import type { SampleBlock } from '../ingest.ts';
import { createSampleColumns } from '../sample-columns.ts';
import { layOverShards } from './cluster-tables.ts';
import { migrateClickhouse, statementsOf } from './migrate.ts';
import type { SamplesDb } from './samples-db.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-shards-'));
const { shards, plain, close } = await openTwoShards(root);
const migrated = await migrateClickhouse(shards, CLUSTER);
await migrateClickhouse(plain, undefined);
afterAll(async () => {
  await close();
  await rm(root, { recursive: true, force: true });
});

const NOW = Date.UTC(2026, 5, 21, 12);
const DAY = 86_400_000;
const clock = { now: () => NOW };
const DEVICES = [1, 2, 3, 4];

/** A sample of each device. */
function block(time: number, value: number, devices: readonly number[] = DEVICES) {
  const columns = createSampleColumns(devices.length);
  for (const device of devices) columns.add(device, 7, time, value);
  return columns;
}

const tablesOf = (shard: 1 | 2) =>
  shards.askShard<{ name: string }>(
    shard,
    `SELECT name FROM system.tables WHERE database = 'shard_${shard}' AND name LIKE '%_local' ORDER BY name`,
  );

test('every table has its rows in the shards and a name that stands for all, whichever migration made it', async () => {
  expect(migrated).toContain('046_shards.sql');
  const whole = await plain.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'schema_migrations' ORDER BY name",
  );
  const expected = whole.map(({ name }) => ({ name: `${name}_local` }));
  expect([await tablesOf(1), await tablesOf(2)]).toEqual([expected, expected]);
  expect(await migrateClickhouse(shards, CLUSTER)).toEqual([]);
});

test('a step that was cut off between its two halves is finished by the next start', async () => {
  await shards.command('DROP TABLE energy');
  const before = shards.said.length;
  await layOverShards(shards, CLUSTER);
  expect(shards.said.slice(before)).toEqual([
    `CREATE TABLE IF NOT EXISTS energy ON CLUSTER pair AS energy_local ENGINE = Distributed('pair', 'shard_1', energy_local, id)`,
  ]);
});

test('rows go to the shard of their own id', async () => {
  await storeBlock(shards, clock, block(NOW - DAY, 1, [10, 11, 12, 13]));
  const on = (shard: 1 | 2) =>
    shards.askShard(shard, 'SELECT device FROM samples_local WHERE device >= 10 ORDER BY device');
  expect([await on(1), await on(2)]).toEqual([
    [{ device: 10 }, { device: 12 }],
    [{ device: 11 }, { device: 13 }],
  ]);
});

const byDevice = ({ devices, times, values, length }: SampleBlock) =>
  Array.from({ length }, (_, row) => [devices[row]!, times[row]!, values[row]!] as const).toSorted(
    ([a, from], [b, to]) => a - b || from - to,
  );

/** What a server does with its samples in a year, and what is left in the end. */
async function year(db: SamplesDb, cluster: string | undefined) {
  await db.command(
    "INSERT INTO energy SELECT 'station', 'day', number, 'pv', toDateTime('2026-06-20 00:00:00', 'UTC'), 1, 0, 'meter', 1, 1 FROM numbers(1, 4)",
  );
  const told: unknown[] = [];
  const samples = () =>
    db.query(
      'SELECT device, toUnixTimestamp(time) AS at, value FROM samples FINAL WHERE device < 10 ORDER BY device, at',
    );
  await storeBlock(db, clock, block(NOW - 500 * DAY, 5));
  await storeBlock(db, clock, block(NOW - 3 * DAY, 9));
  await storeBlock(db, clock, block(NOW - 3 * DAY, 1));
  await storeBlock(db, clock, block(NOW - 120_000, 2));
  await storeBlock(db, clock, block(NOW - 60_000, 3));
  await bringUpLatest(db, NOW - DAY);
  await writeLatest(db, block(NOW - 60_000, 3, [4]), { at: NOW, clean: true });
  const newest = await readLatest(db, DEVICES);
  told.push(await samples(), byDevice(newest), await readMark(db));
  for await (const { samples: part } of storedSince(db, { since: NOW - 1000, points: [7], devices: DEVICES }))
    told.push(byDevice(part));

  // Two imports write over what stands there; the first is taken back.
  for (const [importId, value] of [
    [1, 100],
    [2, 200],
  ] as const) {
    const values = block(NOW - 3 * DAY, value, importId === 1 ? DEVICES : [3, 4]);
    await listValues(db, { importId, block: 1, values, at: NOW + importId });
    await storeBlock(db, clock, values);
  }
  await takeBackSlice(
    db,
    { importId: 1, devices: DEVICES, others: [2], cluster },
    { from: NOW - 4 * DAY, to: NOW - 2 * DAY, values: 4, dropped: false, now: NOW + 10 },
  );
  told.push(await samples());

  const dropped = await dropOldPartitions(db, new Map([['samples', 400]]), {
    now: NOW,
    cluster,
    guard: async (_, drop) => drop().then(() => true),
  });
  told.push(dropped, await samples());

  // Newest values whose samples are gone are replaced by what is left.
  await forgetSamples(db, cluster, [2, 3]);
  await mendLatest(db, { devices: DEVICES, since: 0, cluster });
  const mended = await readLatest(db, DEVICES);
  told.push(byDevice(mended));

  await forgetTelemetry(
    db,
    {
      stationIds: [1, 2],
      devices: [
        { id: 1, sn: 'A' },
        { id: 4, sn: 'B' },
      ],
    },
    cluster,
  );
  told.push(await samples(), await db.query('SELECT id FROM energy FINAL ORDER BY id'));
  told.push(await db.query('SELECT count() AS n FROM latest FINAL WHERE device IN (1, 4)'));
  return told;
}

/** The newest samples of some devices vanish below their newest values. */
async function forgetSamples(db: SamplesDb, cluster: string | undefined, devices: readonly number[]) {
  await db.command(
    `DELETE FROM ${cluster ? `samples_local ON CLUSTER ${cluster}` : 'samples'} WHERE device IN {devices:Array(UInt32)} AND value = 3`,
    { devices },
  );
}

test('two shards come to what one server comes to: imports, retention, newest values, forgetting', async () => {
  const alone = await year(plain, undefined);
  expect(await year(shards, CLUSTER)).toEqual(alone);
  expect(alone[0]).toHaveLength(16);
  expect(alone.at(-3)).toHaveLength(4);
}, 60_000);

test('everything that is changed is changed on every server, and never through a name that stands for all', () => {
  const changing = shards.said.filter((sql) => /^(ALTER|DELETE)/.test(sql) && !/_(wide|small)\b/.test(sql));
  expect(changing.length).toBeGreaterThan(10);
  const early = /^ALTER TABLE (samples|latest|rollup_5m) ON CLUSTER pair (MODIFY|RESET) SETTING/;
  // A new column is of both halves.
  const column = /^ALTER TABLE \w+ ON CLUSTER pair ADD COLUMN IF NOT EXISTS /;
  for (const sql of changing.filter((one) => !early.test(one) && !column.test(one)))
    expect(sql).toMatch(/^(?:ALTER TABLE|DELETE FROM) \w+_local ON CLUSTER pair /);
});

test('statements of a migration name the rows of a table, and replicate', () => {
  const text =
    'ALTER TABLE {local:samples} {on_cluster} MODIFY TTL x;\nCREATE TABLE t {on_cluster} (a UInt8) ENGINE = {replacing:version};';
  expect(statementsOf(text, 'c')).toEqual([
    'ALTER TABLE samples_local ON CLUSTER c MODIFY TTL x',
    "CREATE TABLE t ON CLUSTER c (a UInt8) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)",
  ]);
  expect(statementsOf(text, undefined)[0]).toBe('ALTER TABLE samples  MODIFY TTL x');
});

test('a cluster whose rows an older version did not lay over its shards is refused', async () => {
  const older: SamplesDb = {
    ...shards,
    query: async <Row>(sql: string) => {
      if (sql.includes('uniqExact(shard_num)')) return [{ n: 2 }] as Row[];
      return (sql.includes('sum(rows)') ? [{ n: 5 }] : [{ name: 'shard_1' }]) as Row[];
    },
  };
  await expect(migrateClickhouse(older, CLUSTER)).rejects.toThrow('did not lay them over its shards');
  const unknown: SamplesDb = { ...shards, query: async <Row>() => [{ n: 0 }] as Row[] };
  await expect(migrateClickhouse(unknown, 'other')).rejects.toThrow('knows no cluster other');
});
