import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Names the data folder of a server that started once and ended; set by `e2e/global-setup.ts`, empty outside a test run. */
export const BORN_FOLDER = 'SUNFLEET_BORN_FOLDER';
/** Settings by which a first start writes something else, or elsewhere. */
const SHAPES_THE_FIRST_START = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'SUNFLEET_ADMIN_EMAIL',
  'SUNFLEET_ADMIN_PASSWORD',
];

export const emptyFolder = () => mkdtemp(path.join(tmpdir(), 'sunfleet-e2e-'));

/** A data folder for a server: a copy of one that started before, which saves making and migrating its stores, or an empty one. */
export async function dataFolder(environment: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder();
  const born = process.env[BORN_FOLDER];
  if (born && !SHAPES_THE_FIRST_START.some((name) => name in environment)) await copyFolder(born, folder);
  return folder;
}

/** `cp -a` keeps the owner of the database, which is another one where tests run as root. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}
