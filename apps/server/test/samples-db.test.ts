import { afterAll, expect, test } from 'vitest';
import { columnBytes } from '../src/platform/clickhouse/native-block.ts';
import { testPlatform } from './harness.ts';

const platform = await testPlatform();
const { samples } = platform;
afterAll(() => platform.stop());

test('columns of an answer without rows are there, and empty', async () => {
  expect(await samples.columns('SELECT number AS n, toString(number) AS t FROM numbers(0)')).toEqual({
    n: [],
    t: [],
  });
});

test('64-bit integers come back as numbers', async () => {
  expect(await samples.query('SELECT toInt64(9007199254740991) AS n')).toEqual([
    { n: 9_007_199_254_740_991 },
  ]);
});

test('columns of bytes are inserted as rows', async () => {
  const time = BigInt64Array.from([1_700_000_000_123n, 1_700_000_001_000n]);
  await samples.insertNative('samples', {
    rows: 2,
    columns: [
      { name: 'device', type: 'UInt32', bytes: columnBytes(Uint32Array.of(7, 7), 2) },
      { name: 'point', type: 'UInt32', bytes: columnBytes(Uint32Array.of(1, 1), 2) },
      { name: 'time', type: "DateTime64(3, 'UTC')", bytes: columnBytes(time, 2) },
      { name: 'value', type: 'Float64', bytes: columnBytes(Float64Array.of(1.5, -2.25), 2) },
    ],
  });
  const rows = await samples.columns(
    'SELECT toUnixTimestamp64Milli(time) AS at, value FROM samples WHERE device = {device:UInt32} ORDER BY at',
    { device: 7 },
  );
  expect(rows).toEqual({ at: [1_700_000_000_123, 1_700_000_001_000], value: [1.5, -2.25] });
});

test('parameters are bound, not pasted', async () => {
  const text = "' OR 1 = 1 --";
  expect(await samples.query('SELECT {text:String} AS text', { text })).toEqual([{ text }]);
});

test('whoever reads does not wait for rows that are being deleted, and the rows are gone when the statement is done', async () => {
  const time = "toDateTime64('2026-01-01 00:00:00', 3, 'UTC')";
  await samples.command(`INSERT INTO samples SELECT 8, 1, ${time} + number, number FROM numbers(10)`);
  const count = async () =>
    (await samples.query<{ n: number }>('SELECT count() AS n FROM samples WHERE device = 8'))[0]!.n;
  // As when the engine merges and a deletion has to wait.
  await samples.command('SYSTEM STOP MERGES samples');
  let isDone = false;
  const deleting = samples
    .command('DELETE FROM samples WHERE device = {device:UInt32} AND value < 4', { device: 8 })
    .then(() => (isDone = true));
  expect(await count()).toBe(10);
  expect(isDone).toBe(false);
  await samples.command('SYSTEM START MERGES samples');
  await deleting;
  expect(await count()).toBe(6);
});
