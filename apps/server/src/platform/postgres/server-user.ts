import { readFile, stat } from 'node:fs/promises';

/** The account that PostgreSQL's programs run as when Sunfleet runs as root: they refuse to be root themselves. */
export interface ServerUser {
  uid: number;
  gid: number;
}

interface Account extends ServerUser {
  name: string;
}

/** Accounts of small systems, the most fitting first; `_postgres` is macOS's. */
const PREFERRED = ['postgres', '_postgres', 'nobody', 'daemon'];

/**
 * Whom to run PostgreSQL as on a data directory; undefined where it runs as the user of this process. A directory that has
 * a server's data already belongs to somebody: that account goes on, whatever accounts came to the system since.
 */
export async function serverUser(data: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return chooseAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/** The account to take out of a list of accounts: initdb looks its own up there, so it must be a listed one. */
export function chooseAccount(passwd: string): ServerUser {
  const accounts = passwd.split('\n').flatMap(parse);
  const listed = PREFERRED.map((name) => accounts.find((account) => account.name === name));
  const chosen = [...listed, ...accounts].find((account) => account && account.uid !== 0);
  if (!chosen) {
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd lists no other account. Add one (nobody), start Sunfleet as a normal user, or name a server of your own with DATABASE_URL.',
    );
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

function parse(line: string): Account[] {
  const [name, , uid, gid] = line.split(':');
  if (!name || !uid || !gid || name.startsWith('#')) return [];
  // macOS writes nobody as -2, which is an unsigned number to the system.
  return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
}
