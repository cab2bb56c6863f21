import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { columnBytes } from './native-block.ts';
import { openRemoteSamplesDb } from './remote.ts';

const block = {
  rows: 2,
  columns: [{ name: 'n', type: 'UInt32', bytes: columnBytes(Uint32Array.of(1, 2), 2) }],
};

/** Writes down what it is asked and answers with what it is told, or nothing; some questions not even that. */
async function listen(answers: (sql: string) => boolean | string = () => true) {
  const asked: { sql: string; searchParams: URLSearchParams }[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://front');
    void text(request).then((body) => {
      const sql = searchParams.get('query') ?? body;
      asked.push({ sql, searchParams });
      const answer = answers(sql);
      if (answer !== false) response.end(answer === true ? '' : answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(end);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, end };
}

test('a cluster is told how to insert, delete and read; one server is not', async () => {
  const { url, asked } = await listen();
  const cluster = await openRemoteSamplesDb(`${url}/cell`, {
    cluster: 'c',
    insertQuorum: 'auto',
    patienceMs: 10_000,
  });
  await cluster.insertNative('samples', block, 'token-1');
  await cluster.command('SELECT 1');
  const alone = await openRemoteSamplesDb(`${url}/cell`, { insertQuorum: 'auto' });
  await alone.insertNative('samples', block, 'token-1');
  const [made, inserted, read, , plain] = asked.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(made).not.toHaveProperty('insert_quorum');
  const everywhere = {
    distributed_foreground_insert: '1',
    distributed_product_mode: 'global',
    load_balancing: 'in_order',
    insert_quorum: 'auto',
    distributed_ddl_task_timeout: '16',
  };
  expect(inserted).toMatchObject({
    ...everywhere,
    insert_deduplicate: '1',
    insert_deduplication_token: 'token-1',
  });
  expect(read).toMatchObject({ ...everywhere, insert_deduplicate: '0' });
  expect(read).not.toHaveProperty('insert_deduplication_token');
  for (const name of ['insert_quorum', 'insert_deduplication_token', 'distributed_foreground_insert'])
    expect(plain).not.toHaveProperty(name);
  await Promise.all([cluster.close(), alone.close()]);
});

test('reads end at the server when nobody waits for them any more, and keep neither inserts nor looks waiting', async () => {
  const { url, asked, end } = await listen((sql) => !sql.startsWith('SELECT sleep'));
  const db = await openRemoteSamplesDb(`${url}/cell`, { patienceMs: 10_000 });
  const reads = Array.from({ length: 20 }, () => db.query('SELECT sleep').catch(() => undefined));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(10));
  await db.insertNative('samples', block);
  await db.insertRows('raw_frames', [{ n: 1 }]);
  await db.command('ALTER TABLE samples');
  await db.look('SELECT 1');
  await db.ping();
  const secondsOf = (of: string) =>
    asked
      .filter(({ sql }) => sql.startsWith(of))
      .map(({ searchParams }) => searchParams.get('max_execution_time'));
  expect(new Set(secondsOf('SELECT'))).toEqual(new Set(['20']));
  expect([...secondsOf('INSERT'), ...secondsOf('ALTER')]).toEqual([null, null, null]);
  end();
  await Promise.all(reads);
  await db.close();
});

test('rows are stored when the store says so at the end, not by the head of its answer', async () => {
  const fault = 'Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)\n';
  const { url, asked } = await listen((sql) => (sql.startsWith('INSERT') ? fault : true));
  const db = await openRemoteSamplesDb(`${url}/cell`);
  await expect(db.insertNative('samples', block)).rejects.toMatchObject({
    key: 'storeUnavailable',
    values: { store: 'ClickHouse', reason: expect.stringContaining(fault.trim()) as string },
  });
  await db.command('ALTER TABLE samples');
  for (const { searchParams } of asked.slice(1))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      wait_end_of_query: '1',
      send_progress_in_http_headers: '0',
    });
  await db.close();
});

test('a block that comes again with its token is stored once; another one with the same rows is stored, too', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-front-'));
  const front = path.join(import.meta.dirname, '../../../test/clickhouse-front.ts');
  const child = spawn(process.execPath, [front, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(directory, { recursive: true, force: true });
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${/port (\d+)/.exec(line.toString())![1]}/default`;
  const alone = await openRemoteSamplesDb(url);
  // A replicated table keeps the tokens of its newest blocks; this is how one that is not replicated does.
  await alone.command(
    'CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100',
  );
  await alone.close();
  const cluster = await openRemoteSamplesDb(url.replace('/default', ''), { cluster: 'c' });
  const rows = async () => (await cluster.query<{ n: number }>('SELECT count() AS n FROM kept'))[0]!.n;
  await cluster.insertNative('kept', block, 'one');
  await cluster.insertNative('kept', block, 'one');
  expect(await rows()).toBe(2);
  await cluster.insertNative('kept', block, 'two');
  expect(await rows()).toBe(4);
  await cluster.close();
}, 60_000);
