import path from 'node:path';
import { readConfig } from '../../../config.ts';
import { lockDataDir } from '../../data-dir-lock.ts';
import { messageOf } from '../../errors.ts';
import { makeFilesPrivate, openDataDir } from '../../private-files.ts';
import { summaryOf } from '../backup-summary.ts';
import { restoreBackup } from '../restore-backup.ts';

/** Restores a backup into the empty data directory of this installation. */
async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('Name the folder of a backup: npm run restore -- <folder>');
  const config = readConfig(process.env);
  makeFilesPrivate();
  await openDataDir(config.dataDir);
  const backup = path.resolve(process.env.INIT_CWD ?? '.', folder);
  const lock = await lockDataDir(config.dataDir);
  try {
    const manifest = await restoreBackup({ config, tell: (step) => console.log(`  ${step}`) }, backup);
    console.log(
      manifest
        ? `Restored into ${config.dataDir}. ${summaryOf(manifest, backup)}`
        : `The restore into ${config.dataDir} that was cut off before is whole now; nothing of ${backup} was read.`,
    );
  } finally {
    await lock.release();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
