import { LIMITS } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { removeEach } from '../../platform/files/remove-each.ts';
import type { Platform } from '../../platform/platform.ts';
import { FOLDER } from './export-file.ts';

/** How long a file may be there before the row that names it. */
const UNNAMED_MS = 3_600_000;

/** Deletes an export of the caller; one that is being written stops. Throws AppError `exportNotFound`. */
export async function deleteExport(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { userId } = context.actor;
  const file = await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('stationExports')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning(['format', 'file'])
      .executeTakeFirst();
    if (!gone || userId === null) throw new AppError('exportNotFound', { id });
    await writeAudit(trx, context, {
      action: 'stations.deleteExport',
      objectType: 'user',
      objectId: userId,
      before: { format: gone.format },
    });
    return gone.file;
  });
  if (file !== null) await files.remove(file);
  return null;
}

/**
 * Deletes exports whose time is over, and files of which nobody knows any more: those of accounts that are gone, and of servers that were killed before
 * they said that they had written one.
 */
export async function forgetExports({
  db,
  files,
  clock,
  log,
}: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>): Promise<void> {
  const over = new Date(clock.now() - LIMITS.stationExportMs);
  const gone = await db
    .deleteFrom('stationExports')
    .where('createdAt', '<', over)
    .returning('file')
    .execute();
  await removeEach(
    { files, log },
    gone.flatMap(({ file }) => file ?? []),
  );
  await files.forgetBroken(FOLDER, over.getTime());
  // Files first: one that is written meanwhile has its row by then.
  const written: string[] = [];
  for await (const { name, writtenAt } of files.list(FOLDER))
    if (writtenAt < clock.now() - UNNAMED_MS) written.push(name);
  const known = await db.selectFrom('stationExports').select('file').execute();
  const names = new Set(known.map(({ file }) => file));
  await removeEach(
    { files, log },
    written.filter((name) => !names.has(name)),
  );
}
