import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { writeDurably } from '../../platform/postgres/write-durably.ts';

type Place = Pick<Config, 'dataDir'>;

/** Holds the generated password of the first administrator until another one is set. Output of a server ends up in logs; a file does not. */
const fileOf = ({ dataDir }: Place) => path.join(dataDir, 'first-password.txt');

/** Writes the file, open to the server's own account alone. */
export async function writeFirstPassword(place: Place, password: string): Promise<void> {
  await writeDurably(fileOf(place), `${password}\n`, 0o600);
}

/** Where the password stands; undefined once it was changed. */
export async function firstPasswordFile(place: Place): Promise<string | undefined> {
  const file = fileOf(place);
  return (await stat(file).catch(() => undefined)) && file;
}

export async function dropFirstPassword(place: Place): Promise<void> {
  await rm(fileOf(place), { force: true });
}
