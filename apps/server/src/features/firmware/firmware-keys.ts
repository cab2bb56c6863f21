import type { FirmwareKey, RouteRequest, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { fingerprintOf, readPublicKey } from './public-key.ts';

interface Row extends Omit<FirmwareKey, 'createdAt' | 'revokedAt' | 'fingerprint'> {
  publicKey: Buffer;
  createdAt: Date;
  revokedAt: Date | null;
}

/** Keys whose signatures are taken, and those that were revoked. */
export async function listFirmwareKeys(db: Db): Promise<FirmwareKey[]> {
  const { rows } = await sql<Row>`
    SELECT id, name, public_key AS "publicKey", created_at AS "createdAt", revoked_at AS "revokedAt",
           revoked_reason AS "revokedReason",
           (SELECT count(*) FROM firmware WHERE firmware.key_id = firmware_keys.id) AS firmware
      FROM firmware_keys ORDER BY revoked_at IS NOT NULL, lower(name), id`.execute(db);
  return rows.map(({ publicKey, createdAt, revokedAt, ...row }) => ({
    ...row,
    fingerprint: fingerprintOf(publicKey),
    createdAt: createdAt.getTime(),
    revokedAt: revokedAt?.getTime() ?? null,
  }));
}

type NewKey = RouteRequest<(typeof routes)['createFirmwareKey']>['body'];

/** Registers a public key. Throws AppError: firmwareKeyPrivate, firmwareKeyInvalid, firmwareKeyTaken. */
export async function createFirmwareKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { name, publicKey: typed }: NewKey,
): Promise<FirmwareKey> {
  const publicKey = readPublicKey(typed);
  const fingerprint = fingerprintOf(publicKey);
  const createdAt = new Date(clock.now());
  const made = db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('firmwareKeys')
      .values({ name: name.trim(), publicKey, createdBy: context.actor.userId, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'firmware.createKey',
      objectType: 'firmwareKey',
      objectId: id,
      after: { name: name.trim(), fingerprint },
    });
    return id;
  });
  const id = await made.catch((error: unknown) => {
    throw violatedConstraint(error) === 'firmware_keys_public_key_key'
      ? new AppError('firmwareKeyTaken')
      : error;
  });
  const fresh = { createdAt: createdAt.getTime(), revokedAt: null, revokedReason: null, firmware: 0 };
  return { id, name: name.trim(), fingerprint, ...fresh };
}

/** Takes no signature of a key any more. Throws AppError `firmwareKeyNotFound`, also of one that was revoked before. */
export async function revokeFirmwareKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id, reason }: { id: number; reason: string },
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('firmwareKeys')
      .set({ revokedAt: new Date(clock.now()), revokedReason: reason })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!revoked) throw new AppError('firmwareKeyNotFound', { id });
    await writeAudit(trx, context, {
      action: 'firmware.revokeKey',
      objectType: 'firmwareKey',
      objectId: id,
      before: { name: revoked.name },
      after: { reason },
    });
  });
  return null;
}
