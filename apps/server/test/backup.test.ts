import { spawn } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import { openPool } from '../src/platform/postgres/client.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { startServerProcess } from './server-process.ts';

const CLI = path.join(import.meta.dirname, '../src/platform/backup/cli');
const SECRET = 'The secret 1 of a device that is backed up';
const ADMIN = 'admin@backup.example';
const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-backup-'));
const dataDir = path.join(root, "the data of o'neill");
const at = (name: string) => path.join(root, name);
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs `npm run backup` or `npm run restore` as the script does; answers what it wrote. */
async function run(
  program: 'backup' | 'restore',
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.join(CLI, `${program}.ts`), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SUNFLEET_DATA_DIR: dataDir, SUNFLEET_LOG_LEVEL: 'error', ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: out + error };
}

async function push(
  port: number,
  sn: string,
  samples: readonly { ts: number; value: number }[],
): Promise<boolean> {
  const answers = await Promise.all(
    samples.map(({ ts, value }) =>
      fetch(`http://127.0.0.1:${port}/api/ingest/v1/${sn}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ts, v: { 'ac.power': value } }),
      }),
    ),
  );
  return answers.every(({ ok }) => ok);
}

/** Signs the administrator in; answers the token of the session. */
async function signIn(port: number): Promise<string> {
  const login = await fetch(`http://127.0.0.1:${port}/api/ups/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: ADMIN, password: SECRET }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return data.token;
}

const get = (port: number, route: string, token: string) =>
  fetch(`http://127.0.0.1:${port}/api${route}`, { headers: { authorization: `Bearer ${token}` } });

/** A try that is refused: it leaves an entry in the audit log. */
async function leaveTrace(port: number, token: string): Promise<void> {
  expect((await get(port, '/stations/999999', token)).status).toBe(404);
}

/** Stops of requests to devices that hold for the whole platform. */
async function stops(port: number, token: string): Promise<{ at: number; reason: string }[]> {
  const answer = await get(port, '/commands/stopped', token);
  return ((await answer.json()) as { data: { at: number; reason: string }[] }).data;
}

/** Tables of ClickHouse that keep every row: there is nothing to merge. */
const PLAIN = new Set(['expected_marks', 'late_marks', 'raw_frames', 'schema_migrations']);

/** All rows of all tables of both stores: PostgreSQL's as text, ClickHouse's as counts and sums over every column. */
async function contents(
  directory: string,
): Promise<{ postgres: Record<string, string[]>; clickhouse: object }> {
  const server = await startEmbeddedPostgres(path.join(directory, 'postgres'));
  const pool = openPool(server.url, () => {}, 1);
  const tables = await pool.query<{ schema: string; name: string }>(
    "SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'jobs') AND tablename <> 'version' ORDER BY 1, 2",
  );
  const postgres: Record<string, string[]> = {};
  for (const { schema, name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      // Each start stamps the rules of jobs with its time.
      `SELECT (to_jsonb(t) ${schema === 'jobs' ? "- 'updated_on'" : ''})::text AS row FROM "${schema}"."${name}" t ORDER BY 1`,
    );
    postgres[name] = rows.map(({ row }) => row);
  }
  const sequences = await pool.query<{ row: string }>(
    'SELECT sequencename || last_value AS row FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1',
  );
  postgres.sequences = sequences.rows.map(({ row }) => row);
  await pool.end();
  await server.stop();
  const db = await openEmbeddedSamplesDb(path.join(directory, 'clickhouse'));
  const names = await db.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  const clickhouse: Record<string, object> = {};
  for (const { name } of names) {
    [clickhouse[name]] = (await db.query<object>(
      `SELECT count() AS n, toString(sum(cityHash64(*))) AS sum FROM ${name} ${PLAIN.has(name) ? '' : 'FINAL'}`,
    )) as [object];
  }
  await db.close();
  return { postgres, clickhouse };
}

test('a backup of the running server holds everything acknowledged before it; numbers given out later are not given again', async () => {
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  await writeFile(path.join(dataDir, 'uploads', 'some.data'), 'a;b\n1;2\n');
  await writeFile(path.join(dataDir, 'secret.key'), 'x'.repeat(43), { mode: 0o600 });
  const server = await startServerProcess(dataDir, {
    SUNFLEET_DEMO: 'on',
    SUNFLEET_ADMIN_EMAIL: ADMIN,
    SUNFLEET_ADMIN_PASSWORD: SECRET,
  });
  const { http } = server.ports;
  const token = await signIn(http);
  await leaveTrace(http, token);
  expect(await stops(http, token)).toEqual([]);
  const now = Date.now();
  const weekAgo = now - 7 * 86_400_000;
  for (let n = 0; n < 5; n += 1) {
    const samples = Array.from({ length: 40 }, (_, k) => ({
      ts: (k % 2 ? weekAgo : now) - k * 1000,
      value: n * 100 + k,
    }));
    expect(await push(http, `BACKUP-${n}`, samples)).toBe(true);
  }
  let going = true;
  let sent = 0;
  const load = (async () => {
    while (going) {
      sent += 1;
      await push(http, `DURING-${sent}`, [{ ts: Date.now(), value: sent }]);
    }
  })();
  // As from a shell beside a service with a private temporary folder.
  await mkdir(at('tmp of a shell'));
  const made = await run('backup', at('running'), { TMPDIR: at('tmp of a shell') });
  going = false;
  await load;
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('rows of PostgreSQL') as string });
  await server.stop();
  expect((await stat(at('running'))).mode & 0o777).toBe(0o700);

  const restored = await run('restore', at('running'), { SUNFLEET_DATA_DIR: at('again') });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored into') as string });
  expect(await readFile(at('again/uploads/some.data'), 'utf8')).toBe('a;b\n1;2\n');
  expect((await stat(at('again/secret.key'))).mode & 0o777).toBe(0o600);

  const second = await startServerProcess(at('again'), { SUNFLEET_DEMO: 'on' });
  expect(await push(second.ports.http, 'AFTER-1', [{ ts: Date.now(), value: 1 }])).toBe(true);
  // Runs of then would send what may be done since, and a session that was ended since would live: both are over.
  expect((await get(second.ports.http, '/commands/stopped', token)).status).toBe(401);
  const stopped = await stops(second.ports.http, await signIn(second.ports.http));
  expect(stopped).toMatchObject([{ reason: expect.stringContaining('Restored from a backup of') as string }]);
  await second.stop();
  expect(await readdir(at('again'))).not.toContain('restored.json');
  const db = await openEmbeddedSamplesDb(at('again/clickhouse'));
  const rows = await db.query<{ value: number; n: number }>(
    `SELECT value, count() AS n FROM samples FINAL WHERE value < 500 AND time < fromUnixTimestamp64Milli({now:Int64} + 1)
      GROUP BY value ORDER BY value`,
    { now },
  );
  expect(rows.length).toBeGreaterThanOrEqual(200);
  const [newest] = await db.query<{ device: number; n: number }>(
    'SELECT device, count() AS n FROM samples FINAL GROUP BY device ORDER BY device DESC LIMIT 1',
  );
  expect(newest!.n).toBe(1);
  await db.close();
}, 240_000);

test('restored from a stopped installation, every row and every sum is the same', async () => {
  const db = await openEmbeddedSamplesDb(path.join(dataDir, 'clickhouse'));
  await db.command('DELETE FROM samples WHERE value = 403');
  await db.close();
  const before = await contents(dataDir);
  expect(await run('backup', at('stopped'))).toMatchObject({ code: 0 });
  // What somebody else put into the folder, that no manifest names, comes into no data directory.
  await symlink(at('elsewhere'), at('stopped/files/beside'));
  expect(await run('restore', at('stopped'), { SUNFLEET_DATA_DIR: at('same') })).toMatchObject({ code: 0 });
  expect(await readdir(at('same'))).not.toContain('beside');
  const after = await contents(at('same'));
  expect(after.postgres.audit_log!.length).toBeGreaterThan(0);
  expect(after.postgres.stations!.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
}, 240_000);

test('no server starts on what a restore left that was cut off, and one that was nearly over goes on', async () => {
  const target = { SUNFLEET_DATA_DIR: at('cut off') };
  const start = () => startServerProcess(at('cut off'));
  await mkdir(at('cut off/.restoring/postgres'), { recursive: true });
  await expect(start()).rejects.toThrow('was cut off');
  expect(await run('restore', at('stopped'), target)).toMatchObject({ code: 0 });
  const before = await contents(at('cut off'));
  await mkdir(at('cut off/.restored'));
  await rename(at('cut off/postgres'), at('cut off/.restored/postgres'));
  await expect(start()).rejects.toThrow('was cut off');
  expect(await run('restore', at('stopped'), target)).toMatchObject({
    code: 0,
    output: expect.stringContaining('is whole now') as string,
  });
  expect(await contents(at('cut off'))).toEqual(before);
  await (await start()).stop();
}, 240_000);

test('what is no whole, sound backup is refused, and so is a place where something is', async () => {
  const refused = async (folder: string, dir: string, words: string) =>
    expect(await run('restore', folder, { SUNFLEET_DATA_DIR: dir })).toMatchObject({
      code: 1,
      output: expect.stringContaining(words) as string,
    });
  await refused(at('stopped'), at('same'), 'is not empty');
  await refused(at('nowhere'), at('empty'), 'is no whole backup');
  await cp(at('stopped'), at('partial'), { recursive: true });
  await rm(at('partial/manifest.json'));
  await refused(at('partial'), at('empty'), 'is no whole backup');
  await cp(at('stopped'), at('damaged'), { recursive: true });
  await appendFile(at('damaged/postgres/stations.copy.zst'), 'x');
  await refused(at('damaged'), at('empty'), 'stations.copy.zst is not what was written');
  await rm(at('damaged/postgres/stations.copy.zst'));
  await refused(at('damaged'), at('empty'), 'stations.copy.zst is missing');
  const backups = [
    [at('stopped'), {}, 'is not empty'],
    [path.join(dataDir, 'backup'), {}, 'inside the data directory'],
    [at('new'), { DATABASE_URL: 'postgres://elsewhere/db' }, 'DATABASE_URL names a store outside'],
    [at('new'), { SUNFLEET_DATA_DIR: at('nothing') }, 'There is nothing in'],
  ] as const;
  for (const [folder, environment, words] of backups) {
    expect(await run('backup', folder, environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining(words) as string,
    });
  }
}, 120_000);
