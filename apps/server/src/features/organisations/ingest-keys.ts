import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, mintToken } from '../../platform/tokens.ts';
import { mayUseOrganisation } from './organisation-scope.ts';

export interface NewIngestKey {
  name: string;
  /** The caller's own where not named. */
  organisationId?: number | undefined;
}

export interface MadeIngestKey {
  id: number;
  key: string;
  organisation: { id: number; code: string; name: string };
}

/**
 * Makes a key with which agents may write telemetry of an organisation's devices. Its text is answered once and never again.
 * Throws AppError `noDataPermission` for an organisation outside the caller's scope, or where the caller has none.
 */
export async function createIngestKey(
  platform: Pick<Platform, 'db'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  input: NewIngestKey,
): Promise<MadeIngestKey> {
  const key = `sfk_${mintToken()}`;
  const organisationId = input.organisationId ?? context.actor.organisationId;
  return platform.db.transaction().execute(async (trx) => {
    if (organisationId === null || !(await mayUseOrganisation(trx, context.actor, organisationId))) {
      throw new AppError('noDataPermission');
    }
    const organisation = await trx
      .selectFrom('organisations')
      .select(['id', 'code', 'name'])
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('ingestKeys')
      .values({ organisationId, name: input.name, keyHash: hashToken(key) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { organisationId, name: input.name };
    await writeAudit(trx, context, {
      action: 'ingestKeys.create',
      objectType: 'ingestKey',
      organisationId,
      objectId: id,
      after,
    });
    return { id, key, organisation };
  });
}
