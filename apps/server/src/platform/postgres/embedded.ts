import type { ChildProcess } from 'node:child_process';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { openAppRole } from './app-role.ts';
import { openCluster, passwordFile, type Cluster } from './cluster.ts';
import { renewPassword } from './new-password.ts';
import { stopOrphan } from './orphan.ts';
import { collectOutput, dataOption, runProgram } from './run-program.ts';
import { supervise, type Started } from './supervise.ts';

export interface EmbeddedPostgres {
  /** Of the role that the server works as. Stays the same when the server has to be started again. */
  url: string;
  /** Of the superuser, for what only it may do: filling tables without their triggers. */
  maintenanceUrl: string;
  /** Process of the server that runs now. */
  readonly pid: number;
  /** How often the server ended by itself and was started again. */
  readonly restarts: number;
  /** Stops the server and waits until it is down. */
  stop(): Promise<void>;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // Every pass over the tables of 100,000 stations is out of memory: larger ones than a quarter of it are read anew each time.
  shared_buffers: '256MB',
  // A list of 100,000 stations sorts in memory.
  work_mem: '16MB',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
};

/** Failures that pass by themselves: a port that was taken in between, processes of a killed server that are about to end. */
const PASSING = /Address already in use|pre-existing shared memory block/;
const TRIES = 40;

/** A server that is about to come up. */
export interface LaunchedPostgres {
  /** Resolves when it serves. */
  ready: Promise<EmbeddedPostgres>;
}

/**
 * Starts the PostgreSQL server of the packages on a directory, creating the cluster the first time, and starts it again
 * whenever it ends. A server that outlived a killed Sunfleet is stopped first; the caller holds the lock on the data directory.
 */
export async function startEmbeddedPostgres(directory: string, log?: Logger): Promise<EmbeddedPostgres> {
  return (await launchEmbeddedPostgres(directory, log)).ready;
}

/** The same, but resolves as soon as its process runs: it comes up while the caller does something else. */
export async function launchEmbeddedPostgres(directory: string, log?: Logger): Promise<LaunchedPostgres> {
  const cluster = await openCluster(directory, log);
  await stopOrphan(cluster.data);
  const password = cluster.password || (await newPassword(cluster, passwordFile(directory)));
  if (!cluster.password) log?.warn('the password of the embedded PostgreSQL was lost, it has a new one');
  const ready = serve(cluster, { password, launch: await launch(cluster), log });
  // Whoever launched it may not wait for it yet.
  ready.catch(() => undefined);
  return { ready };
}

async function serve(
  cluster: Cluster,
  { password, launch: first, log }: { password: string; launch: Launch; log: Logger | undefined },
): Promise<EmbeddedPostgres> {
  const { child, port } = await firstStart(cluster, first);
  const maintenanceUrl = `postgres://sunfleet:${password}@127.0.0.1:${port}/postgres`;
  const again = async () => {
    await stopOrphan(cluster.data);
    return start(cluster, port);
  };
  const server = supervise(child, again, log);
  const url = await openAppRole(maintenanceUrl).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    url,
    maintenanceUrl,
    get pid() {
      return server.pid;
    },
    get restarts() {
      return server.restarts;
    },
    stop: () => server.stop(),
  };
}

const newPassword = (cluster: Cluster, file: string) =>
  untilPassed(() => renewPassword(cluster, { postgres: cluster.binaries.postgres, file }));

interface Launch extends Started {
  port: number;
}

async function launch(cluster: Cluster): Promise<Launch> {
  const port = await freePort();
  return { port, ...start(cluster, port) };
}

function firstStart(cluster: Cluster, first: Launch): Promise<Launch> {
  let next: Launch | undefined = first;
  return untilPassed(async () => {
    const launched = next ?? (await launch(cluster));
    next = undefined;
    await launched.ready;
    return launched;
  });
}

async function untilPassed<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !PASSING.test(String(error))) throw error;
      await delay(250);
    }
  }
}

function start(cluster: Cluster, port: number): Started {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataOption(cluster), '-p', String(port), ...settings];
  const child = runProgram(cluster, cluster.binaries.postgres, args);
  const ready = untilReady(child);
  // A stop in between waits for the server's end and not for this, so a rejection may have no other listener.
  ready.catch(() => undefined);
  return { child, ready };
}

function untilReady(child: ChildProcess): Promise<void> {
  const output = collectOutput(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${output()}`)));
    child.stderr?.on('data', () => {
      if (output().includes('ready to accept connections')) resolve();
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
