import type { NoteFields } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdStation } from '../../stations/index.ts';
import { holdNote, type NamedNote } from './hold-note.ts';
import { logged, noteValues } from './note-values.ts';

/** Changes a note over the revision that was read. Throws AppError: stationNotFound, stationNoteNotFound, stationNoteChanged. */
export async function updateNote(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { fields, ...named }: NamedNote & { fields: NoteFields },
): Promise<null> {
  const { actor } = context;
  const { id, stationId, revision } = named;
  await db.transaction().execute(async (trx) => {
    await holdStation(trx, actor, stationId, { permission: 'stations.edit', changes: 'station' });
    const before = await holdNote(trx, named);
    const values = noteValues(fields);
    const changed = {
      changedBy: actor.userId,
      changedAt: new Date(clock.now()),
      revision: revision + 1,
    };
    await trx
      .updateTable('stationNotes')
      .set({ ...values, ...changed })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'stations.editNote',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: logged(before),
      after: logged(values),
    });
  });
  return null;
}
