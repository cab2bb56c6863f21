import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { FOLDER } from './folder.ts';

/** Longer than any upload takes: content is stored before the row that names it. */
const KEPT_MS = 24 * 3_600_000;
/** Names that one query asks for. */
const AT_ONCE = 500;

/**
 * Removes content that no row names: of an upload whose server was killed, or lost the database, before its row was written. The job
 * `stations.forgetFiles`.
 */
export async function forgetFiles({
  db,
  files,
  clock,
}: Pick<Platform, 'db' | 'files' | 'clock'>): Promise<void> {
  const before = clock.now() - KEPT_MS;
  await files.forgetBroken(FOLDER, before);
  let names: string[] = [];
  const forget = async () => {
    for (const name of await unnamed(db, names)) await files.remove(name);
    names = [];
  };
  for await (const { name, writtenAt } of files.list(FOLDER)) {
    if (writtenAt < before) names.push(name);
    if (names.length === AT_ONCE) await forget();
  }
  await forget();
}

async function unnamed(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('stationFiles')
    .select('file')
    .where('file', 'in', [...names])
    .execute();
  const named = new Set(rows.map(({ file }) => file));
  return names.filter((name) => !named.has(name));
}
