import type { Selectable, Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { FirmwareTable } from '../../platform/postgres/tables/firmware.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A firmware that nobody else changes until the transaction ends. Throws AppError: firmwareNotFound, firmwareChanged (another revision). */
export async function holdFirmware(
  trx: Transaction<Tables>,
  id: number,
  revision?: number,
): Promise<Selectable<FirmwareTable>> {
  const found = await trx
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('firmwareNotFound', { id });
  if (revision !== undefined && found.revision !== revision) throw new AppError('firmwareChanged');
  return found;
}
