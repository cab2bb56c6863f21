import type { Selectable } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FirmwareTable } from '../../platform/postgres/tables/firmware.ts';
import { holdsSignature } from './holds-signature.ts';

/**
 * Proves the signature of a firmware by its key as that is now. Every way on which an image leaves the server comes by here: a row that was
 * changed behind the server's back, or whose key was revoked, goes nowhere. Throws AppError: firmwareKeyRevoked, firmwareSignatureWrong.
 */
export async function requireSigned(db: Db, firmware: Selectable<FirmwareTable>): Promise<void> {
  const key = await db
    .selectFrom('firmwareKeys')
    .select(['publicKey', 'revokedAt'])
    .where('id', '=', firmware.keyId)
    .executeTakeFirstOrThrow();
  if (key.revokedAt) throw new AppError('firmwareKeyRevoked');
  if (!holdsSignature(firmware, key.publicKey, firmware.signature))
    throw new AppError('firmwareSignatureWrong');
}
