import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { findPostgres, type PostgresBinaries } from './binaries.ts';
import { serverUser, type ServerUser } from './server-user.ts';

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** Stops the server and waits until it is down. */
  stop(): Promise<void>;
}

interface Cluster {
  data: string;
  password: string;
  binaries: PostgresBinaries;
  user: ServerUser;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  // A list of 100,000 stations sorts in memory.
  work_mem: '16MB',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
};

/**
 * Starts the PostgreSQL server of the packages on a directory, creating the cluster the first time. A server that outlived
 * a killed Sunfleet is stopped first; the caller holds the lock on the data directory.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const cluster = await prepare(directory);
  await stopOrphan(cluster.data);
  const port = await freePort();
  const child = launch(cluster, port);
  await ready(child);
  return {
    url: `postgres://sunfleet:${cluster.password}@127.0.0.1:${port}/postgres`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  };
}

async function prepare(directory: string): Promise<Cluster> {
  const data = path.join(directory, 'cluster');
  const passwordFile = path.join(directory, 'password');
  const binaries = await findPostgres();
  const user = await serverUser([binaries.root, data]);
  await mkdir(data, { recursive: true });
  if (user.uid !== undefined && user.gid !== undefined) {
    await chown(data, user.uid, user.gid);
    await chmod(directory, 0o755);
  }
  const initialised = await stat(path.join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!initialised) await initialise({ data, password: '', binaries, user }, passwordFile);
  return { data, password: (await readFile(passwordFile, 'utf8')).trim(), binaries, user };
}

async function initialise(cluster: Cluster, passwordFile: string): Promise<void> {
  // A cluster that was never finished (killed inside initdb) is made anew.
  await rm(cluster.data, { recursive: true, force: true });
  await mkdir(cluster.data);
  await writeFile(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
  if (cluster.user.uid !== undefined && cluster.user.gid !== undefined) {
    await chown(cluster.data, cluster.user.uid, cluster.user.gid);
    await chown(passwordFile, cluster.user.uid, cluster.user.gid);
  }
  const child = run(cluster, cluster.binaries.initdb, [
    `--pgdata=${cluster.data}`,
    '--auth=scram-sha-256',
    '--username=sunfleet',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ]);
  const output = collect(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not create its directory ${cluster.data}:\n${output()}`);
}

function launch(cluster: Cluster, port: number): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return run(cluster, cluster.binaries.postgres, ['-D', cluster.data, '-p', String(port), ...settings]);
}

function run(cluster: Cluster, program: string, args: readonly string[]): ChildProcess {
  const [command, ...rest] = [...cluster.user.prefix, program, ...args];
  const plain = cluster.user.prefix.length === 0;
  return spawn(command!, rest, {
    cwd: path.dirname(cluster.data),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', LANG: 'C' },
    ...(plain && cluster.user.uid !== undefined ? { uid: cluster.user.uid, gid: cluster.user.gid } : {}),
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}

function ready(child: ChildProcess): Promise<void> {
  const output = collect(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output()}`)));
    child.stderr?.on('data', () => {
      if (output().includes('ready to accept connections')) resolve();
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}

async function stopOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  if (await isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    await gone(pid);
  }
  await rm(file, { force: true });
}

/** Whether the process is a PostgreSQL server; where the system cannot tell, a living process is taken for one. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!alive(pid)) return false;
  if (process.platform !== 'linux') return true;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (alive(pid)) {
    if (Date.now() > deadline) throw new Error(`A former PostgreSQL server (process ${pid}) does not stop.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
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
