import { COMMAND_LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireOrganisation } from '../organisations/index.ts';
import { readLevels, type OwnLimits } from './command-rules.queries.ts';
import { limitsAbove } from './get-commands.ts';

/** Sets the limits of the whole platform. */
export async function editPlatformLimits(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  limits: OwnLimits,
): Promise<void> {
  await db.transaction().execute((trx) => setLimits(trx, context, { organisationId: null, limits }));
}

/**
 * Sets limits of an organisation that are lower than what holds above. Throws AppError: organisationNotFound, numberOutOfRange for a
 * higher one.
 */
export async function editOrganisationLimits(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  context: RequestContext,
  { organisationId, limits }: { organisationId: number; limits: OwnLimits },
): Promise<void> {
  await requireOrganisation(db, context.actor, organisationId);
  await db.transaction().execute(async (trx) => {
    const above = await limitsAbove(trx, config, organisationId);
    const higher = COMMAND_LIMITS.find((name) => (limits[name] ?? 0) > above[name]);
    if (higher) throw new AppError('numberOutOfRange', { field: higher });
    await setLimits(trx, context, { organisationId, limits });
  });
}

async function setLimits(
  trx: Transaction<Tables>,
  context: RequestContext,
  { organisationId, limits }: { organisationId: number | null; limits: OwnLimits },
): Promise<void> {
  const levels = await readLevels(trx, organisationId);
  const before = levels.find((level) => level.organisationId === organisationId)?.own;
  const { writesPerPerson, devicesPerPerson, writesPerOrganisation, readsPerPerson } = limits;
  await sql`
    INSERT INTO command_rules (organisation_id, writes_per_person, devices_per_person, writes_per_organisation, reads_per_person)
    VALUES (${organisationId}, ${writesPerPerson}, ${devicesPerPerson}, ${writesPerOrganisation}, ${readsPerPerson})
    ON CONFLICT ((coalesce(organisation_id, 0))) DO UPDATE SET writes_per_person = EXCLUDED.writes_per_person,
      devices_per_person = EXCLUDED.devices_per_person, writes_per_organisation = EXCLUDED.writes_per_organisation,
      reads_per_person = EXCLUDED.reads_per_person`.execute(trx);
  await writeAudit(trx, context, {
    action: 'commands.edit',
    ...ofLevel(organisationId),
    ...(before ? { before } : {}),
    after: limits,
  });
}

/** How the log names the level at which something was set. */
export function ofLevel(organisationId: number | null) {
  return organisationId === null
    ? ({ objectType: 'commands', objectId: '' } as const)
    : ({ objectType: 'organisation', objectId: organisationId, organisationId } as const);
}
