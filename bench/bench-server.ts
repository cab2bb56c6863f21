import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createScriptClient } from '@sunfleet/api-client';
import type { HealthPart } from '@sunfleet/contract';
import pg from 'pg';
import { benchEnvironment } from './bench-environment.ts';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';

const MAIN = path.join(import.meta.dirname, '../apps/server/src/main.ts');

/** A real server in a process of its own, on a directory of its own. */
export interface BenchServer {
  pid: number;
  /** `http://127.0.0.1:8080` */
  url: string;
  ports: { http: number; mqtt: number; v5: number };
  dataDir: string;
  /** Runs SQL on its PostgreSQL, for what has no route. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A detail of a part of its health report. */
  health(part: string): Promise<NonNullable<HealthPart['detail']>>;
  /** Most memory it ever held, MB. */
  peakMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server without the demo, on a directory that `fill` may prepare. `BENCH_PROFILE` names a folder for its CPU profile. */
export async function startBenchServer(
  environment: Readonly<Record<string, string>> = {},
  fill: (dataDir: string) => Promise<void> = async () => {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-bench-'));
  await fill(dataDir);
  const child = launch(dataDir, environment);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ports = await announcedPorts(child.stdout);
  const pool = new pg.Pool({ connectionString: await databaseUrl(dataDir), max: 1 });
  const url = `http://127.0.0.1:${ports.http}`;
  const call = createScriptClient({ url });
  return {
    pid: child.pid ?? 0,
    url,
    ports,
    dataDir,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    health: async (part) => (await call('health')).parts.find(({ name }) => name === part)?.detail ?? {},
    peakMegabytes: () => peakOf(child.pid ?? 0),
    async stop() {
      await pool.end();
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function launch(dataDir: string, environment: Readonly<Record<string, string>>) {
  const folder = process.env.BENCH_PROFILE;
  const profile = folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
  return spawn(process.execPath, [...SERVER_FLAGS, ...profile, MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...benchEnvironment(dataDir),
      ...environment,
    },
  });
}

/** Reads the ports from what the server prints when it is ready. */
function announcedPorts(stdout: NodeJS.ReadableStream): Promise<BenchServer['ports']> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000);
      const http = /localhost:(\d+)/.exec(text)?.[1];
      const gateways = /MQTT (\d+)\s+V5 loggers (\d+)/.exec(text);
      if (http && gateways)
        resolve({ http: Number(http), mqtt: Number(gateways[1]), v5: Number(gateways[2]) });
    });
    stdout.once('end', () => reject(new Error(`the server did not start:\n${text}`)));
  });
}

async function databaseUrl(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'postgres');
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  const port = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://sunfleet:${password}@127.0.0.1:${port}/postgres`;
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
