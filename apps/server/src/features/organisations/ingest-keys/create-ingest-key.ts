import { LIMITS, type RouteOutput, type routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireOrganisationRoom } from '../../../platform/organisation-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdCaller } from '../../../platform/require-still.ts';
import { hashToken, mintToken } from '../../../platform/tokens.ts';
import { organisationScope } from '../organisation-scope.ts';
import { requireKeyOrganisation } from './require-key-organisation.ts';

/** How an ingest key begins, so that the server tells it from other secrets and secret scanners find it. */
const START = 'sfk_';
/** Characters of a key that are kept to know it again. */
const PREFIX_LENGTH = START.length + 6;

export interface NewIngestKey {
  name: string;
  /** The caller's own where not named. */
  organisationId?: number | undefined;
}

/**
 * Makes a key with which agents may write telemetry of an organisation's devices. Its text is answered once and never again.
 * Throws AppError `noDataPermission` for an organisation outside the caller's scope, or where the caller has none,
 * and `tooManyOfOrganisation`.
 */
export async function createIngestKey(
  platform: Pick<Platform, 'db'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { name, organisationId }: NewIngestKey,
): Promise<RouteOutput<(typeof routes)['createIngestKey']>> {
  const key = `${START}${mintToken()}`;
  const prefix = key.slice(0, PREFIX_LENGTH);
  return platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const { id: ofId, code, name: ofName } = await requireKeyOrganisation(trx, context.actor, organisationId);
    const most = LIMITS.ingestKeysOfOrganisation;
    await requireOrganisationRoom(trx, { table: 'ingest_keys', organisationId: ofId, most });
    await holdOrganisation(trx, context.actor, ofId);
    const after = { organisationId: ofId, name, prefix };
    const { id } = await trx
      .insertInto('ingestKeys')
      .values({ ...after, keyHash: hashToken(key), createdBy: context.actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'ingestKeys.create',
      objectType: 'ingestKey',
      organisationId: ofId,
      objectId: id,
      after,
    });
    return { id, key, organisation: { id: ofId, code, name: ofName } };
  });
}

/** Who lets the organisation go waits until the transaction ends, and where they came first it is out of scope. Throws AppError `noDataPermission`. */
async function holdOrganisation(trx: Transaction<Tables>, actor: Actor, id: number): Promise<void> {
  const held = await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', id)
    .where(organisationScope(actor))
    .forShare()
    .executeTakeFirst();
  if (!held) throw new AppError('noDataPermission');
}
