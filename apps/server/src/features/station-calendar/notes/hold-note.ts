import type { Transaction } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

export interface NamedNote {
  stationId: number;
  id: number;
  /** As it was read before it was changed. */
  revision: number;
}

/** The note as it stands, held until the transaction ends. Throws AppError: stationNoteNotFound, stationNoteChanged where somebody else was first. */
export async function holdNote(trx: Transaction<Tables>, { stationId, id, revision }: NamedNote) {
  const row = await trx
    .selectFrom('stationNotes')
    .select(['fromDay', 'toDay', 'revision'])
    .where('id', '=', id)
    .where('stationId', '=', stationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('stationNoteNotFound', { id });
  if (row.revision !== revision) throw new AppError('stationNoteChanged', { id });
  return row;
}
