import type { Platform } from '../platform.ts';
import { databaseMadeAt } from '../postgres/database-made-at.ts';
import { removeEach } from './remove-each.ts';

/** Longer than any upload takes: content is stored before the row that names it. */
const KEPT_MS = 24 * 3_600_000;
/** Names that one query asks for. */
const AT_ONCE = 500;

/**
 * Removes content of a folder that no row names: of an upload whose server was killed, or lost the database, before its row was written.
 * `named` answers which of the names have a row. What is older than the database is of another one, which names it: a server that was started with an
 * empty database, as without its volume, would otherwise remove all files of the one that belongs there.
 */
export async function forgetUnnamed(
  { db, files, clock, log }: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>,
  folder: string,
  named: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const before = clock.now() - KEPT_MS;
  const madeAt = await databaseMadeAt(db);
  await files.forgetBroken(folder, before);
  let names: string[] = [];
  const forget = async () => {
    if (names.length === 0) return;
    const kept = new Set(await named(names));
    await removeEach(
      { files, log },
      names.filter((name) => !kept.has(name)),
    );
    names = [];
  };
  for await (const { name, writtenAt } of files.list(folder)) {
    if (writtenAt < before && writtenAt >= madeAt) names.push(name);
    if (names.length === AT_ONCE) await forget();
  }
  await forget();
}
