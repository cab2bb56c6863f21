import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FirmwareTable } from '../../platform/postgres/tables/firmware.ts';
import { firmwareScope } from './firmware-scope.ts';
import { requireSigned } from './require-signed.ts';

/**
 * The image of a firmware that an actor may have: authorised, not withdrawn, and signed. Throws AppError: firmwareNotFound, firmwareStepWrong,
 * firmwareKeyRevoked, firmwareSignatureWrong, firmwareFileNotFound.
 */
export async function findImage(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  actor: Actor,
  id: number,
): Promise<Selectable<FirmwareTable>> {
  const found = await db
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', id)
    .where(sql<SqlBool>`${firmwareScope(actor)}`)
    .executeTakeFirst();
  if (!found) throw new AppError('firmwareNotFound', { id });
  if (found.state === 'withdrawn') throw new AppError('firmwareStepWrong');
  await requireSigned(db, found);
  if (!(await files.exists(found.file))) throw new AppError('firmwareFileNotFound');
  return found;
}
