import { removeEach } from '../../platform/files/remove-each.ts';
import type { Platform } from '../../platform/platform.ts';
import { FOLDER } from './folder.ts';

/** How long an image waits for its signature; longer than any upload takes. */
const KEPT_MS = 24 * 3_600_000;

/** Removes images that nobody signed within a day, and those that no row names. The job `firmware.forgetImages`. */
export async function forgetImages({
  db,
  files,
  clock,
  log,
}: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>): Promise<void> {
  const before = clock.now() - KEPT_MS;
  await files.forgetBroken(FOLDER, before);
  await db.deleteFrom('firmwareUploads').where('createdAt', '<', new Date(before)).execute();
  for await (const { name, writtenAt } of files.list(FOLDER)) {
    if (writtenAt >= before) continue;
    const named = await db
      .selectFrom('firmware')
      .select('file')
      .where('file', '=', name)
      .unionAll(db.selectFrom('firmwareUploads').select('file').where('file', '=', name))
      .executeTakeFirst();
    if (!named) await removeEach({ files, log }, [name]);
  }
}
