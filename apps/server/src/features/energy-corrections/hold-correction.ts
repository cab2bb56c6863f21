import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export interface NamedCorrection {
  stationId: number;
  id: number;
  /** As it was read before it was changed. */
  revision: number;
}

/**
 * The correction as it stands, held until the transaction ends. Throws AppError: energyCorrectionNotFound, energyCorrectionChanged where somebody
 * else has changed it since or taken it back.
 */
export async function holdCorrection(trx: Transaction<Tables>, { stationId, id, revision }: NamedCorrection) {
  const row = await trx
    .selectFrom('energyCorrections')
    .select(['kind', 'fromDay', 'toDay', 'kwh', 'inTotal', 'reason', 'revision', 'removedAt'])
    .where('id', '=', id)
    .where('stationId', '=', stationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('energyCorrectionNotFound', { id });
  if (row.revision !== revision || row.removedAt !== null)
    throw new AppError('energyCorrectionChanged', { id });
  return row;
}
