import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdStation } from '../../stations/index.ts';
import { holdNote, type NamedNote } from './hold-note.ts';
import { logged } from './note-values.ts';

/** Deletes a note over the revision that was read. Throws AppError: stationNotFound, stationNoteNotFound, stationNoteChanged. */
export async function removeNote(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  named: NamedNote,
): Promise<null> {
  const { id, stationId } = named;
  await db.transaction().execute(async (trx) => {
    await holdStation(trx, context.actor, stationId, { permission: 'stations.edit', changes: 'station' });
    const before = await holdNote(trx, named);
    await trx.deleteFrom('stationNotes').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'stations.removeNote',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: logged(before),
    });
  });
  return null;
}
