import { sql, type Transaction } from 'kysely';
import { may, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { holdSending } from '../command-stops/index.ts';
import { requireOrganisation } from '../organisations/index.ts';
import { ofLevel } from './edit-limits.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

interface Stop {
  /** Null: the whole platform. */
  organisationId: number | null;
  reason: string;
}

interface SeenStop extends Stop {
  /** When the stop began that the caller saw. */
  stoppedAt: number;
}

/**
 * Stops every request to devices, on all servers from the commit on; what waits in a gateway for its turn is not sent either. What the platform stops holds
 * for all that the organisation has then: whatever leaves it at this moment has left before, or stays (`requireNotStopped`). Throws AppError
 * `organisationNotFound`.
 */
export async function stopCommands(
  { db, clock }: Parts,
  context: RequestContext,
  { organisationId, reason }: Stop,
): Promise<void> {
  const { actor } = context;
  if (organisationId !== null) await requireOrganisation(db, actor, organisationId);
  const at = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    await holdNamed(trx, { organisationId, userId: actor.userId });
    await holdSending(trx);
    await sql`
      INSERT INTO command_rules AS rules (organisation_id, stopped_at, stopped_by, stop_reason, stopped_by_platform)
      VALUES (${organisationId}, ${at}, ${actor.userId}, ${reason}, ${may(actor, 'platform.manage')})
      ON CONFLICT ((coalesce(organisation_id, 0))) DO UPDATE SET stopped_at = EXCLUDED.stopped_at,
        stopped_by = EXCLUDED.stopped_by, stop_reason = EXCLUDED.stop_reason,
        stopped_by_platform = EXCLUDED.stopped_by_platform OR rules.stopped_by_platform`.execute(trx);
    await writeAudit(trx, context, {
      action: 'commands.stop',
      ...ofLevel(organisationId),
      after: { reason },
    });
  });
}

/**
 * Holds what the stop will name. It would wait for somebody who deletes the organisation, while that one waits for the stop. Throws AppError
 * `organisationNotFound`.
 */
async function holdNamed(
  trx: Transaction<Tables>,
  { organisationId, userId }: { organisationId: number | null; userId: number | null },
): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  if (organisationId === null) return;
  const held = await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forKeyShare()
    .executeTakeFirst();
  if (!held) throw new AppError('organisationNotFound');
}

/**
 * Lets requests go on again, where the stop is still the one that the caller saw. Whoever is demoted, locked or signed out because of what made somebody stop them
 * has it lifted by nothing that waited. Throws AppError: organisationNotFound, stopChanged, unauthorised, noDataPermission (also for an organisation that
 * the platform stopped).
 */
export const resumeCommands = ({ db }: Parts, context: RequestContext, stop: SeenStop): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    await liftStop(trx, context, stop);
  });

/** The same in the caller's transaction. */
export async function liftStop(
  trx: Transaction<Tables>,
  context: RequestContext,
  { organisationId, reason, stoppedAt }: SeenStop,
): Promise<void> {
  const { actor } = context;
  if (organisationId !== null) await requireOrganisation(trx, actor, organisationId);
  const before = await trx
    .selectFrom('commandRules')
    .select(['stoppedAt', 'stopReason', 'stoppedByPlatform'])
    .where('organisationId', 'is not distinct from', organisationId)
    .forUpdate()
    .executeTakeFirst();
  if (before?.stoppedAt?.getTime() !== stoppedAt) throw new AppError('stopChanged');
  if (before.stoppedByPlatform && !may(actor, 'platform.manage')) throw new AppError('noDataPermission');
  await trx
    .updateTable('commandRules')
    .set({ stoppedAt: null, stoppedBy: null, stopReason: null, stoppedByPlatform: false })
    .where('organisationId', 'is not distinct from', organisationId)
    .execute();
  await writeAudit(trx, context, {
    action: 'commands.resume',
    ...ofLevel(organisationId),
    before: { reason: before.stopReason },
    after: { reason },
  });
}
