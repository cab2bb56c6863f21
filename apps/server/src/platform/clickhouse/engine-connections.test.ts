import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { brokenParts } from './broken-parts.ts';
import { openEmbeddedSamplesDb } from './embedded.ts';
import { openEngineConnections } from './engine-connections.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-engine-'));
const db = await openEmbeddedSamplesDb(path.join(root, 'data'));
await db.command('CREATE TABLE things (id UInt32, name String) ENGINE = MergeTree ORDER BY id');
afterAll(async () => {
  await db.close();
  await rm(root, { recursive: true, force: true });
});

/** A read that goes on until it is ended: it waits for what comes out of a pipe. */
function openRead(name: string, least: number) {
  const pipe = path.join(root, name);
  execFileSync('mkfifo', [pipe]);
  const rows = db.query<{ n: number }>(
    `SELECT count() AS n FROM file('${pipe}', 'CSV', 'id UInt32') WHERE id > {least:UInt32}`,
    { least },
  );
  return { rows, end: () => writeFile(pipe, '1\n2\n3\n') };
}

test('while reads go on others are answered, inserts are stored and tables changed, each with its own values', async () => {
  const one = openRead('one', 1);
  const two = openRead('two', 2);
  await db.insertRows('things', [
    { id: 7, name: 'inverter' },
    { id: 8, name: "owner's meter" },
  ]);
  expect(
    await db.query('SELECT id FROM things WHERE name = {name:String}', { name: "owner's meter" }),
  ).toEqual([{ id: 8 }]);
  await db.command('DELETE FROM things WHERE id = {id:UInt32}', { id: 7 });
  expect(await db.columns('SELECT name FROM things')).toEqual({ name: ["owner's meter"] });
  await Promise.all([one.end(), two.end()]);
  expect(await Promise.all([one.rows, two.rows])).toEqual([[{ n: 2 }], [{ n: 1 }]]);
});

test('who asks about the store itself is answered while reads hold every connection and others wait', async () => {
  const pages = Promise.withResolvers<void>();
  // A process of tests has fewer threads than the reads would hold.
  const open = async () => ({
    query: async ({ query }: { query: string }) => (query === 'page' ? pages.promise : query),
    ping: async () => ({ success: true }),
    close: async () => {},
  });
  const { connection, looks, close } = await openEngineConnections(open as never, false);
  const asked = connection as unknown as Awaited<ReturnType<typeof open>>;
  const reads = Array.from({ length: 8 }, () => asked.query({ query: 'page' }));
  const looking = looks as unknown as typeof asked;
  expect(await looking.ping()).toEqual({ success: true });
  expect(await looking.query({ query: 'broken parts' })).toBe('broken parts');
  pages.resolve();
  await Promise.all(reads);
  await close();
});

test('a connection on which a statement failed and that cannot be emptied is asked only while no other one is free', async () => {
  let made = 0;
  const open = async () => {
    made += 1;
    const isBroken = made === 4;
    const fail = async () => {
      throw new Error('broken');
    };
    return {
      query: isBroken ? fail : async () => 'rows',
      chdb: { queryAsync: fail },
      close: async () => {},
    };
  };
  const { connection, close } = await openEngineConnections(open as never, false);
  const asked = connection as unknown as { query(params: { query: string }): Promise<string> };
  const ask = () => asked.query({ query: 'page' });
  await expect(ask()).rejects.toThrow('broken');
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['rows', 'rows', 'rows']);
  const all = await Promise.allSettled([ask(), ask(), ask(), ask()]);
  expect(all.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['rows', 'rows', 'rows']);
  await close();
});

test('the store tells of itself', async () => {
  await db.ping();
  expect(await brokenParts(db)).toEqual([]);
  expect(await db.look('SELECT currentDatabase() AS name')).toEqual([{ name: 'sunfleet' }]);
});

test('what a statement had of its answer when it failed is in no answer to others', async () => {
  const failing = () =>
    db.query(
      'SELECT number AS id, throwIf(number = 2000) AS t FROM numbers(3000) SETTINGS max_block_size = 100, max_threads = 1',
    );
  // On every connection.
  const failed = await Promise.allSettled(Array.from({ length: 8 }, failing));
  expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
  const rows = await Promise.all(Array.from({ length: 8 }, () => db.query('SELECT 7 AS id')));
  expect(rows.flat()).toEqual(Array.from({ length: 8 }, () => ({ id: 7 })));
  await Promise.allSettled(Array.from({ length: 8 }, failing));
  const columns = await Promise.all(Array.from({ length: 8 }, () => db.columns('SELECT 7 AS id')));
  expect(columns).toEqual(Array.from({ length: 8 }, () => ({ id: [7] })));
});

test('texts come to the engine as they are', async () => {
  const text = 'a\\b\'c"d`e\n\t\r\b\f\v {n:UInt32} ; -- 逆变器 🌞';
  expect(
    await db.query('SELECT {text:String} AS text, {all:Array(String)} AS all', { text, all: [text, ''] }),
  ).toEqual([{ text, all: [text, ''] }]);
});

test('a statement may name hundreds of thousands of ids', async () => {
  const ids = Array.from({ length: 300_000 }, (_, n) => 1_000_000 + n);
  expect(await db.query('SELECT length({ids:Array(UInt32)}) AS n', { ids })).toEqual([{ n: ids.length }]);
});
