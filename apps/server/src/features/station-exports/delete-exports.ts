import { LIMITS } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportFile, FOLDER } from './export-file.ts';

/** Deletes an export of the caller; one that is being written stops. Throws AppError `exportNotFound`. */
export async function deleteExport(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { userId } = context.actor;
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('stationExports')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('format')
      .executeTakeFirst();
    if (!gone || userId === null) throw new AppError('exportNotFound', { id });
    await writeAudit(trx, context, {
      action: 'stations.deleteExport',
      objectType: 'user',
      objectId: userId,
      before: { format: gone.format },
    });
  });
  await files.remove(exportFile(id));
  return null;
}

/** Deletes exports whose time is over, and files of which nobody knows any more: those of accounts that are gone. */
export async function forgetExports({
  db,
  files,
  clock,
}: Pick<Platform, 'db' | 'files' | 'clock'>): Promise<void> {
  const over = new Date(clock.now() - LIMITS.stationExportMs);
  await db.deleteFrom('stationExports').where('createdAt', '<', over).execute();
  await files.forgetBroken(FOLDER, over.getTime());
  // Files first: one that is written meanwhile has its row by then.
  const written: string[] = [];
  for await (const { name } of files.list(FOLDER)) written.push(name);
  const known = await db.selectFrom('stationExports').select('id').execute();
  const names = new Set(known.map(({ id }) => exportFile(id)));
  for (const name of written) if (!names.has(name)) await files.remove(name);
}
