import { readdir, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Health } from '@sunfleet/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { runningEmbeddedUrl } from '../src/platform/postgres/running-embedded.ts';
import { bornFolder } from './born-folder.ts';
import { ADMIN, startServerProcess, type ServerProcess } from './server-process.ts';

const dataDir = await bornFolder('faults');
const cluster = path.join(dataDir, 'postgres/cluster');
const PATIENCE_SECONDS = 2;
const start = () =>
  startServerProcess(dataDir, {
    SUNFLEET_STORE_PATIENCE_SECONDS: String(PATIENCE_SECONDS),
    SUNFLEET_LOG_LEVEL: 'fatal',
  });
let server: ServerProcess = await start();
let bearer = await login();
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function address(route: string): string {
  return `http://127.0.0.1:${server.ports.http}/api${route}`;
}

async function login(): Promise<string> {
  const response = await fetch(address('/ups/user/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: ADMIN.email, password: ADMIN.password }),
  });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** The result of a request: `ok`, or the key of the error. */
async function ask(route = '/stations'): Promise<string> {
  const response = await fetch(address(route), { headers: { authorization: `Bearer ${bearer}` } });
  const answer = (await response.json()) as { error?: string; msg: string };
  return response.ok ? 'ok' : `${response.status} ${answer.error}`;
}

async function push(): Promise<string> {
  const response = await fetch(address('/ingest/v1/FAULTS-1/telemetry'), {
    method: 'POST',
    headers: { authorization: 'Bearer the secret', 'content-type': 'application/json' },
    body: JSON.stringify({ v: { 'ac.power': 1 } }),
  });
  const answer = (await response.json()) as { error?: string };
  return response.ok ? 'ok' : `${response.status} ${answer.error}`;
}

async function health(): Promise<Health> {
  const envelope = (await (await fetch(address('/health'))).json()) as { data: Health };
  return envelope.data;
}

const partOf = ({ parts }: Health, name: string) => parts.find((part) => part.name === name)!;

/** Sends requests without a pause until `end`; answers their results. */
function load(): { end(): Promise<string[]> } {
  let running = true;
  const told: string[] = [];
  const worker = async (one: () => Promise<string>) => {
    while (running) told.push(await one());
  };
  const workers = [worker(ask), worker(ask), worker(() => ask('/alarms')), worker(push)];
  return {
    async end() {
      running = false;
      await Promise.all(workers);
      return told;
    },
  };
}

/** The fault left nothing behind: everything is answered, nothing was unexpected, and it is the same process. */
async function expectAllIsWell(): Promise<void> {
  // A job that was cut off by a kill is taken again at the next look for jobs.
  const soon = { timeout: 40_000, interval: 100 };
  const troubles = async () => (await health()).parts.filter(({ state }) => state !== 'ok');
  await vi.waitFor(async () => expect(await troubles()).toEqual([]), soon);
  await vi.waitFor(async () => expect([await ask(), await push()]).toEqual(['ok', 'ok']), soon);
  expect(server.alive()).toBe(true);
  expect(partOf(await health(), 'process').detail).toMatchObject({ unexpectedErrors: 0 });
}

const TOLD = new Set(['ok', '503 storeUnavailable']);

/** Processes of this data directory's PostgreSQL: each has it as its working directory. */
async function postgresProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === cluster);
}

test('a server whose every connection to PostgreSQL is ended goes on', async () => {
  const requests = load();
  const pool = openPool((await runningEmbeddedUrl(path.join(dataDir, 'postgres')))!, () => {}, 1);
  for (let round = 0; round < 5; round += 1) {
    const { rows } = await pool.query(
      `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    expect((rows[0] as { n: number }).n).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await ask()).toBe('ok'));
  }
  await pool.end();
  const told = await requests.end();
  expect(told.filter((one) => !TOLD.has(one))).toEqual([]);
  await expectAllIsWell();
}, 60_000);

test('a killed PostgreSQL is started again, and requests wait or are told why', async () => {
  const requests = load();
  const [first] = await postgresProcesses();
  process.kill(first!, 'SIGKILL');
  await vi.waitFor(
    async () => expect(partOf(await health(), 'postgres').detail).toMatchObject({ restarts: 1 }),
    { timeout: 30_000, interval: 100 },
  );
  const told = await requests.end();
  expect(told.filter((one) => !TOLD.has(one))).toEqual([]);
  await expectAllIsWell();
}, 60_000);

test('a PostgreSQL that hangs is told of with 503 and in the health report, and all is well when it goes on', async () => {
  const stopped = await postgresProcesses();
  // One whose connection was given up may have ended by then.
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of stopped)
      try {
        process.kill(pid, name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  };
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  const told = await Promise.all([ask(), ask('/alarms'), ask(), ask()]);
  expect(told).toEqual(told.map(() => '503 storeUnavailable'));
  const report = await health();
  expect(report.state).toBe('down');
  expect(partOf(report, 'postgres')).toMatchObject({ state: 'down' });
  expect(String(partOf(report, 'postgres').detail?.error)).toContain('no answer');
  // Requests that come while it still hangs are refused as well, and nothing piles up.
  const more = await Promise.all(Array.from({ length: 30 }, () => ask()));
  expect(new Set(more)).toEqual(new Set(['503 storeUnavailable']));
  signal('SIGCONT');
  await expectAllIsWell();
}, 60_000);

test('a killed server starts again on its directory, twice in a row, with the PostgreSQL it left running', async () => {
  for (let kill = 0; kill < 2; kill += 1) {
    await server.kill();
    expect((await postgresProcesses()).length).toBeGreaterThan(0);
    server = await start();
    expect(await ask()).toBe('ok');
  }
  bearer = await login();
  await expectAllIsWell();
}, 90_000);
