import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, lchown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { openCluster, type Cluster } from '../src/platform/postgres/cluster.ts';
import { dataOption, runProgram } from '../src/platform/postgres/run-program.ts';

/** Two PostgreSQL servers: one takes writes, the other follows it synchronously and takes over when it is told to. */
export interface PostgresPair {
  /** Address of both, the second one first. */
  url: string;
  /** Ends the first one at once, without a word to anybody. */
  killFirst(): Promise<void>;
  promoteSecond(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-pair-'));
  const one = await openCluster(path.join(directory, 'one'), undefined);
  const two = await copyOf(one, path.join(directory, 'two'));
  const [portOne, portTwo] = [await freePort(), await freePort()];
  const login = `sunfleet:${one.password}`;
  const first = run(one, portOne, { synchronous_standby_names: '*' });
  const upstream = `host=127.0.0.1 port=${portOne} user=sunfleet password=${one.password}`;
  const second = run(two, portTwo, { primary_conninfo: upstream });
  const promoted = () => ask(portTwo, login, 'SELECT pg_promote()');
  // What is committed from now on stands on both.
  await vi.waitFor(
    async () => {
      const [row] = await ask(portOne, login, 'SELECT sync_state FROM pg_stat_replication');
      if (row?.sync_state !== 'sync') throw new Error('the second server does not follow yet');
      await ask(portTwo, login, 'SELECT 1');
    },
    { timeout: 30_000, interval: 100 },
  );
  return {
    url: `postgres://${login}@127.0.0.1:${portTwo},127.0.0.1:${portOne}/postgres?target_session_attrs=read-write`,
    killFirst: () => end(first),
    async promoteSecond() {
      await promoted();
    },
    async stop() {
      await end(first);
      await end(second);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A copy of a server that does not run, as a follower. */
async function copyOf(original: Cluster, directory: string): Promise<Cluster> {
  const copy = { ...original, data: path.join(directory, 'cluster') };
  await cp(original.data, copy.data, { recursive: true });
  await writeFile(path.join(copy.data, 'standby.signal'), '');
  const { user } = original;
  if (user) {
    const inside = await readdir(directory, { recursive: true });
    for (const name of ['.', ...inside]) await lchown(path.join(directory, name), user.uid, user.gid);
  }
  return copy;
}

function run(cluster: Cluster, port: number, settings: Readonly<Record<string, string>>): ChildProcess {
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return runProgram(cluster, cluster.binaries.postgres, [
    '-D',
    dataOption(cluster),
    '-p',
    String(port),
    ...options,
  ]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask(port: number, login: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(`postgres://${login}@127.0.0.1:${port}/postgres`);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
