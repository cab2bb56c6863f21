import type { StationBatch } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { turnOfPerson } from '../../platform/jobs/turn-of-person.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOrganisation } from '../organisations/index.ts';
import { getBatch } from './batch-view.ts';

/**
 * Has all stations of a batch created. One that was started already is answered as it is, so that a second click does no harm.
 * Throws AppError: stationBatchNotFound, organisationNotFound.
 */
export async function startBatch(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, organisationId }: { id: number; organisationId: number | undefined },
): Promise<StationBatch> {
  const { actor } = context;
  await getBatch(db, actor, id);
  await db.transaction().execute(async (trx) => {
    if (organisationId !== undefined) await requireOrganisation(trx, actor, organisationId);
    const waiting = { table: 'station_batches', states: ['creating'] } as const;
    const priority = await turnOfPerson(trx, actor, waiting);
    const started = await trx
      .updateTable('stationBatches')
      .set({ state: 'creating', organisationId: organisationId ?? actor.organisationId })
      .where('id', '=', id)
      .where('userId', '=', actor.userId)
      .where('state', '=', 'ready')
      .returning(['fileName', 'total'])
      .executeTakeFirst();
    if (!started) return;
    await writeAudit(trx, context, {
      action: 'stations.createBatch',
      objectType: 'stationBatch',
      objectId: id,
      ...(organisationId === undefined ? {} : { organisationId }),
      after: { fileName: started.fileName, stations: started.total },
    });
    await addJob(trx, 'stations.createBatch', { batchId: id }, { priority });
  });
  return getBatch(db, actor, id);
}
