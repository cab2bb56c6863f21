import type { Platform } from '../platform.ts';

/** Longer than any upload takes: content is stored before the row that names it. */
const KEPT_MS = 24 * 3_600_000;
/** Names that one query asks for. */
const AT_ONCE = 500;

/**
 * Removes content of a folder that no row names: of an upload whose server was killed, or lost the database, before its row was written.
 * `named` answers which of the names have a row.
 */
export async function forgetUnnamed(
  { files, clock }: Pick<Platform, 'files' | 'clock'>,
  folder: string,
  named: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const before = clock.now() - KEPT_MS;
  await files.forgetBroken(folder, before);
  let names: string[] = [];
  const forget = async () => {
    if (names.length === 0) return;
    const kept = new Set(await named(names));
    for (const name of names) if (!kept.has(name)) await files.remove(name);
    names = [];
  };
  for await (const { name, writtenAt } of files.list(folder)) {
    if (writtenAt < before) names.push(name);
    if (names.length === AT_ONCE) await forget();
  }
  await forget();
}
