import { mkdir, mkdtemp, rename, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { copyFolder } from './copy-folder.ts';
import { askPostgres } from './embedded-postgres.ts';
import { ADMIN, startServerProcess } from './server-process.ts';

/**
 * A data folder of its own in which a server started once and ended, which saves making and migrating its stores. For files that are about
 * neither. What is written there survives the end of any process, but not of the machine: that is what `power-cut.test.ts` is about.
 */
export async function bornFolder(name: string): Promise<string> {
  const born = await firstBorn();
  const folder = await mkdtemp(path.join(tmpdir(), `sunfleet-${name}-`));
  await copyFolder(born, folder);
  return folder;
}

/** Made by whichever file of the run needs it first; the others wait for it. */
async function firstBorn(): Promise<string> {
  // What is beside the template goes when the run ends.
  const born = path.join(path.dirname(inject('clickhouse')), 'born');
  const lock = `${born}.lock`;
  while (!(await stat(born).catch(() => undefined))) {
    const isMine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (isMine) await giveBirth(born).catch((error: unknown) => giveUp(lock, error));
    else await delay(100);
  }
  return born;
}

/** Somebody else may try. */
async function giveUp(lock: string, error: unknown): Promise<never> {
  await rmdir(lock);
  throw error;
}

async function giveBirth(born: string): Promise<void> {
  const folder = await mkdtemp(`${born}-`);
  const server = await startServerProcess(folder, {
    SUNFLEET_ADMIN_EMAIL: ADMIN.email,
    SUNFLEET_ADMIN_PASSWORD: ADMIN.password,
  });
  await askPostgres(folder, 'ALTER SYSTEM SET fsync = off');
  await server.stop();
  await rename(folder, born);
}
