import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { startNats } from '../../apps/server/test/nats-server.ts';
import { startClickhouse } from '../../apps/server/test/start-clickhouse.ts';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';
import { ADMINISTRATOR } from '../administrator.ts';
import { benchEnvironment } from '../bench-environment.ts';

const SERVER = path.join(import.meta.dirname, '../../apps/server');

/** One of several servers, in a process of its own. */
export interface OneServer {
  url: string;
  /** 0 where it has no such door. */
  ports: { mqtt: number; v5: number };
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Servers that share the work on one database, one ClickHouse and one NATS server, all of this machine. */
export interface ManyServers {
  gateways: OneServer[];
  pages: OneServer[];
  workers: OneServer[];
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Two servers of each role. Needs `nats-server` (Debian's package of this name). */
export async function startManyServers(): Promise<ManyServers> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-bench-many-'));
  const [nats, postgres, clickhouse] = await Promise.all([
    startNats(),
    startEmbeddedPostgres(path.join(directory, 'postgres')),
    startClickhouse(path.join(directory, 'clickhouse')),
  ]);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const start = (name: string, roles: string) =>
    startOne(path.join(directory, name), {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: clickhouse.url,
      NATS_URL: nats.url,
      SUNFLEET_ROLES: roles,
    });
  const two = (roles: string) => Promise.all([start(`${roles}-1`, roles), start(`${roles}-2`, roles)]);
  const [workers, gateways, pages] = [await two('worker'), await two('gateway'), await two('api')];
  return {
    workers,
    gateways,
    pages,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    async stop() {
      await Promise.all([...gateways, ...pages, ...workers].map((server) => server.kill()));
      await pool.end();
      await Promise.all([clickhouse.stop(), nats.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startOne(dataDir: string, environment: Readonly<Record<string, string>>): Promise<OneServer> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'src/main.ts'], {
    cwd: SERVER,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...benchEnvironment(dataDir),
      SUNFLEET_LOG_LEVEL: 'error',
      SUNFLEET_SECRET_KEY: 'a key that servers of this bench share',
      SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password,
      SUNFLEET_V5_COMMANDS: 'on',
      ...environment,
    },
  });
  const announced = await announcement(child);
  const gateways = /MQTT (\d+)\s+V5 loggers (\d+)/.exec(announced);
  return {
    url: `http://127.0.0.1:${/localhost:(\d+)/.exec(announced)![1]}`,
    ports: { mqtt: Number(gateways?.[1] ?? 0), v5: Number(gateways?.[2] ?? 0) },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

/** What a server prints when it is ready; an empty line ends it. */
function announcement({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/is ready: .*\n.*\n\s*\n/.test(text)) resolve(text);
    });
    stdout!.once('end', () => reject(new Error(`the server did not start:\n${text}`)));
  });
}
