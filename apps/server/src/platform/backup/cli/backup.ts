import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../../../config.ts';
import { DataDirInUse, lockDataDir, readDataDir } from '../../data-dir-lock.ts';
import { messageOf } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { makeFilesPrivate } from '../../private-files.ts';
import { openStores } from '../../stores.ts';
import { askServer } from '../control.ts';
import { summaryOf } from '../backup-summary.ts';
import { makeBackup } from '../make-backup.ts';
import { refuseExternal } from '../refuse-external.ts';

const tell = (step: string) => console.log(`  ${step}`);

/** Backs this installation up into an empty folder: by the server where one runs, else by itself. */
async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('Name an empty folder: npm run backup -- <folder>');
  const config = readConfig(process.env);
  makeFilesPrivate();
  refuseExternal(config);
  const { dataDir } = config;
  const inside = await readDataDir(dataDir).catch(() => []);
  if (inside.length === 0) throw new Error(`There is nothing in ${dataDir}. Set SUNFLEET_DATA_DIR.`);
  const target = path.resolve(process.env.INIT_CWD ?? '.', folder);
  const lock = await lockDataDir(dataDir).catch(unlessInUse);
  if (lock instanceof DataDirInUse) {
    console.log(await askServer(lock.address, { backup: target }, tell));
    return;
  }
  try {
    console.log(await backUpStopped(config, target));
  } finally {
    await lock.release();
  }
}

/** Whatever else keeps this program from the directory is no server that could be asked. */
function unlessInUse(error: unknown): DataDirInUse {
  if (error instanceof DataDirInUse) return error;
  throw error;
}

async function backUpStopped(config: Config, target: string): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../../package.json'), 'utf8'),
  ) as { version: string };
  const stores = await openStores(config, createLog('error'));
  try {
    return summaryOf(await makeBackup({ config, ...stores, version, tell }, target), target);
  } finally {
    await stores.close();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
