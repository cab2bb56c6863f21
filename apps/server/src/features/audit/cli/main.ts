import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../../../config.ts';
import { lockDataDir } from '../../../platform/data-dir-lock.ts';
import { messageOf } from '../../../platform/errors.ts';
import { makeFilesPrivate } from '../../../platform/private-files.ts';
import { openDb, openPool } from '../../../platform/postgres/client.ts';
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import { runningEmbeddedUrl } from '../../../platform/postgres/running-embedded.ts';
import { checkAudit } from '../check-audit.ts';

/** Follows the audit log of this installation, whether its server runs or not; exit code 2 where the chain is broken. */
async function main(): Promise<number> {
  makeFilesPrivate();
  const store = await openStore(readConfig(process.env));
  const pool = openPool(store.url, () => {}, 2);
  try {
    const { checked, waiting, brokenAt } = await checkAudit(openDb(pool));
    if (brokenAt === null) console.log(`intact: ${checked} entries sealed, ${waiting} waiting`);
    else console.log(`broken at ${brokenAt}: the entries before it are intact`);
    return brokenAt === null ? 0 : 2;
  } finally {
    await pool.end();
    await store.close();
  }
}

async function openStore({ databaseUrl, dataDir }: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} };
  const directory = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(directory, 'cluster', 'PG_VERSION'))) {
    throw new Error(`There is no database in ${directory}. Set SUNFLEET_DATA_DIR or DATABASE_URL.`);
  }
  const lock = await lockDataDir(dataDir).catch(() => undefined);
  if (!lock) {
    const url = await runningEmbeddedUrl(directory);
    if (!url) throw new Error('A server is using this data directory, but its database does not answer yet.');
    return { url, close: async () => {} };
  }
  const server = await startEmbeddedPostgres(directory);
  const close = async () => {
    await server.stop();
    await lock.release();
  };
  return { url: server.url, close };
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
