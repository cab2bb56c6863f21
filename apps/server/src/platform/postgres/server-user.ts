import { execFileSync } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * How to run PostgreSQL's programs, which refuse to run as root: as they are for a normal user, else as a user without
 * rights. Where that user cannot walk to a needed path (a project below /root), it keeps the one capability to read past
 * directory permissions.
 */
export interface ServerUser {
  uid: number | undefined;
  gid: number | undefined;
  /** Command line put before the program. */
  prefix: readonly string[];
}

export async function serverUser(paths: readonly string[]): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined, prefix: [] };
  const uid = idOf('postgres', '-u') ?? idOf('nobody', '-u') ?? 65534;
  const gid = idOf('postgres', '-g') ?? idOf('nobody', '-g') ?? 65534;
  const open = (await Promise.all(paths.map(walkable))).every(Boolean);
  if (open) return { uid, gid, prefix: [] };
  if (!(await exists('/usr/bin/setpriv'))) {
    throw new Error(
      'PostgreSQL does not run as root, and the user it would run as cannot reach this folder. Start Sunfleet as a normal user, or from a folder that others may enter.',
    );
  }
  const capability = '+dac_read_search';
  const prefix = [
    '/usr/bin/setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
    '--',
  ];
  return { uid, gid, prefix };
}

function idOf(user: string, option: '-u' | '-g'): number | undefined {
  try {
    return Number(
      execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

async function walkable(target: string): Promise<boolean> {
  let directory = path.resolve(target);
  while (directory !== path.dirname(directory)) {
    directory = path.dirname(directory);
    const mode = (await stat(directory).catch(() => undefined))?.mode;
    if (mode !== undefined && (mode & 0o001) === 0) return false;
  }
  return true;
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
