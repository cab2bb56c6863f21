import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../child-environment.ts';
import { messageOf } from '../errors.ts';
import type { PostgresBinaries } from './binaries.ts';
import { copyReadable, sameFiles, versionOf } from './copy-readable.ts';
import type { ServerUser } from './server-user.ts';

/** Folders that every account may enter, the best first. The second may be cleaned by the system, so it comes second. */
const PLACES = ['/var/cache/sunfleet', tmpdir(), '/opt/sunfleet'];
const run = promisify(execFile);

/**
 * The programs where the account can run them: where the packages lie, or, when that folder is closed to it (root's home),
 * in a copy that belongs to root. Whether it can is tried, not guessed from permissions.
 */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  user: ServerUser,
  places: readonly string[] = PLACES,
): Promise<PostgresBinaries> {
  const reasons: string[] = [];
  for (const place of [undefined, ...places]) {
    try {
      const found = place === undefined ? binaries : moved(binaries, await copyBelow(place, binaries.root));
      await run(found.postgres, ['--version'], {
        ...user,
        cwd: '/',
        env: childEnvironment(),
        timeout: 30_000,
      });
      return found;
    } catch (error) {
      reasons.push(`  ${place ?? binaries.root}: ${messageOf(error).split('\n')[0]}`);
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and account ${user.uid} cannot run it from any folder:\n${reasons.join('\n')}\nStart Sunfleet as a normal user, or name a server of your own with DATABASE_URL.`,
  );
}

function moved(binaries: PostgresBinaries, root: string): PostgresBinaries {
  const at = (file: string) => path.join(root, path.relative(binaries.root, file));
  return { initdb: at(binaries.initdb), postgres: at(binaries.postgres), root };
}

async function copyBelow(place: string, root: string): Promise<string> {
  await makeReadable(place);
  await refuseTampering(await realpath(place));
  const target = path.join(place, `sunfleet-postgresql-${await versionOf(root)}`);
  const present = await lstat(target).catch(() => undefined);
  if (present && !(present.isDirectory() && closedToOthers(present)))
    throw new Error(`${target} is not root's`);
  if (present && (await sameFiles(root, target))) return target;
  const fresh = await copyReadable(root, `${target}.`);
  // A copy that was cut short, or lost files to a cleaner, makes way. Of two servers that start together one wins.
  if (present) await rm(target, { recursive: true, force: true });
  await rename(fresh, target).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await sameFiles(root, target))) throw error;
  });
  return target;
}

/** Makes a folder that every account may enter, with those above it that are missing, whatever the mask of this process. */
async function makeReadable(place: string): Promise<void> {
  const first = await mkdir(place, { recursive: true });
  if (first === undefined) return;
  for (let at = place; at.length >= first.length; at = path.dirname(at)) await chmod(at, 0o755);
}

/** Throws when somebody else could exchange what lies in the folder: programs are run from there. */
async function refuseTampering(folder: string): Promise<void> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await lstat(at);
    const sticky = (found.mode & 0o1000) !== 0;
    if (found.uid !== 0 || !(sticky || closedToOthers(found)))
      throw new Error(`others than root may write to ${at}`);
    if (at === path.dirname(at)) return;
  }
}

function closedToOthers({ uid, mode }: { uid: number; mode: number }): boolean {
  return uid === 0 && (mode & 0o022) === 0;
}
