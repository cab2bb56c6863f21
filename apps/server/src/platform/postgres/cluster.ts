import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../log.ts';
import { findPostgres, type PostgresBinaries } from './binaries.ts';
import { mintPassword } from './new-password.ts';
import { reachableBinaries } from './reachable-binaries.ts';
import { collectOutput, dataOption, runProgram, type DataPlace } from './run-program.ts';
import { serverUser } from './server-user.ts';
import { syncFolder, writeDurably } from './write-durably.ts';

/** A cluster that was made completely, and what is needed to run it. */
export interface Cluster extends DataPlace {
  /** Empty where the file that kept it was lost. */
  password: string;
  binaries: PostgresBinaries;
}

const FINISHED =
  'This cluster was made completely. While this file is here, Sunfleet never makes another one.\n';
/** Files without which no cluster runs; the last one is made at the end. */
const VITAL = ['PG_VERSION', 'global/pg_control', 'base/5/PG_VERSION'];

/** The cluster of a directory, made the first time. One that was finished is never made again, even when it is damaged. */
export async function openCluster(directory: string, log: Logger | undefined): Promise<Cluster> {
  const data = path.join(directory, 'cluster');
  const marker = path.join(directory, 'cluster.finished');
  const user = await serverUser(data);
  await mkdir(directory, { recursive: true });
  // The account reads the password of the new cluster here.
  if (user) await chmod(directory, 0o711);
  const found = await findPostgres(directory);
  const binaries = user ? await reachableBinaries(found, user) : found;
  const finished = (await isFull(marker)) || (await adopt(data, marker, log));
  if (!finished) await make({ data: `${data}.new`, user, password: '', binaries }, { data, marker });
  if (!(await isFull(path.join(data, VITAL[0]!)))) {
    throw new Error(
      `The PostgreSQL data in ${data} are damaged: PG_VERSION is missing or empty. Restore a backup, or move ${directory} away to begin with empty stores.`,
    );
  }
  return { data, user, password: await readPassword(directory), binaries };
}

export const passwordFile = (directory: string): string => path.join(directory, 'password');

async function readPassword(directory: string): Promise<string> {
  const text = await readFile(passwordFile(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return text.trim();
}

/** A cluster without the marker was made by an older version. Whole, it is marked; else it never ran, and is put aside. */
async function adopt(data: string, marker: string, log: Logger | undefined): Promise<boolean> {
  if (!(await stat(data).catch(() => undefined))) return false;
  const vital = await Promise.all(VITAL.map((file) => isFull(path.join(data, file))));
  if (vital.every(Boolean)) {
    await writeDurably(marker, FINISHED);
    return true;
  }
  const aside = `${data}.unfinished-${randomBytes(4).toString('hex')}`;
  await rename(data, aside);
  log?.warn({ aside }, 'a PostgreSQL cluster that was never finished is put aside, a new one is made');
  return false;
}

/** Makes a cluster beside its place and moves it there when all of it is on the disk: a power cut leaves all or nothing. */
async function make(cluster: Cluster, to: { data: string; marker: string }): Promise<void> {
  const { data, user } = cluster;
  const directory = path.dirname(data);
  const file = passwordFile(directory);
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  await writeDurably(file, `${mintPassword()}\n`, 0o600);
  if (user) await Promise.all([data, file].map((one) => chown(one, user.uid, user.gid)));
  await initialise(cluster);
  await syncFolder(directory);
  await rename(data, to.data);
  await writeDurably(to.marker, FINISHED);
  await syncFolder(path.dirname(directory));
  await syncFolder(path.dirname(path.dirname(directory)));
}

async function initialise(cluster: Cluster): Promise<void> {
  const child = runProgram(cluster, cluster.binaries.initdb, [
    `--pgdata=${dataOption(cluster)}`,
    '--auth=scram-sha-256',
    '--username=sunfleet',
    // Relative to the data directory: the way from the root may be closed to the account.
    `--pwfile=${path.join('..', 'password')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  const output = collectOutput(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not create its directory ${cluster.data}:\n${output()}`);
}

async function isFull(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}
