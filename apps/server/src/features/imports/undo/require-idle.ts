import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { holdTurns } from '../limits/take-turn.ts';

/**
 * Makes sure that no import writes to a station while another one of it is taken back: what stood in a place could not be told then. Call it in
 * the transaction that begins one of both, which `begins` names. Throws AppError `importBusy`.
 */
export async function requireIdle(trx: Db, stationId: number, begins: 'import' | 'undo'): Promise<void> {
  await holdTurns(trx);
  const states = begins === 'undo' ? (['checking', 'importing', 'undoing'] as const) : (['undoing'] as const);
  const busy = await trx
    .selectFrom('imports')
    .select('id')
    .where('stationId', '=', stationId)
    .where('state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  if (busy) throw new AppError('importBusy');
}
