import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyFolder } from '../../apps/server/test/copy-folder.ts';

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
