import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';

/** Removes a file of a station; a job removes its content. Throws AppError: stationNotFound, stationFileNotFound. */
export async function removeFile(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { stationId, fileId }: { stationId: number; fileId: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdStation(trx, context.actor, stationId, { permission: 'stations.edit', changes: 'station' });
    const row = await trx
      .deleteFrom('stationFiles')
      .where('id', '=', fileId)
      .where('stationId', '=', stationId)
      .returning(['file', 'kind', 'name', 'bytes'])
      .executeTakeFirst();
    if (!row) throw new AppError('stationFileNotFound', { id: fileId });
    const { file, kind, name, bytes } = row;
    await addJob(trx, 'files.remove', { names: [file] });
    await writeAudit(trx, context, {
      action: 'stations.removeFile',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: { kind, fileName: name, bytes },
    });
  });
}
