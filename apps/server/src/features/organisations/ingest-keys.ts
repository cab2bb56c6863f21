import { createHash, randomBytes } from 'node:crypto';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayUseOrganisation } from './organisation-scope.ts';

/** How the platform keeps an ingest key: SHA-256 of its text. */
export function hashIngestKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Makes a key with which agents may write telemetry of an organisation's devices. Its text is answered once and never again.
 * Throws AppError `noDataPermission` for an organisation outside the caller's scope.
 */
export async function createIngestKey(
  platform: Pick<Platform, 'db'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  input: { organisationId: number; name: string },
): Promise<{ id: number; key: string }> {
  const key = `sfk_${randomBytes(24).toString('base64url')}`;
  return platform.db.transaction().execute(async (trx) => {
    if (!(await mayUseOrganisation(trx, context.actor, input.organisationId))) {
      throw new AppError('noDataPermission');
    }
    const { id } = await trx
      .insertInto('ingestKeys')
      .values({ ...input, keyHash: hashIngestKey(key) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'ingestKeys.create',
      objectType: 'ingestKey',
      objectId: id,
      after: input,
    });
    return { id, key };
  });
}
