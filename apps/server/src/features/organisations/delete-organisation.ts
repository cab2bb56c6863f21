import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leaveGranted } from '../alarm-shields/index.ts';
import { hintFields } from './hint-fields.ts';
import { lockTree } from './organisation-paths.ts';
import { isNobodys } from './nobodys.ts';
import { requireOrganisation } from './require-organisation.ts';

/**
 * Deletes an organisation that nothing belongs to any more, with its roles, labels, invitations and ingest keys. Nobody can delete
 * the own one: they are a member of it. Throws AppError organisationNotFound, organisationNotEmpty.
 */
export async function deleteOrganisation(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    await lockTree(trx);
    await requireOrganisation(trx, context.actor, id);
    if (!(await dropIfEmpty(trx, context, { id, now: platform.clock.now() })))
      throw new AppError('organisationNotEmpty');
    await announceChange(trx, { access: true });
  });
}

/** Deletes an organisation where nothing belongs to it; false where something does. Where nobody is left to look after that, its ingest keys end all the same. What its people kept quiet at stations that were granted to it is heard again. Designs of stations that left it may name its components, which stay then. */
export async function dropIfEmpty(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { id, now }: { id: number; now: number },
): Promise<boolean> {
  const before = await trx
    .selectFrom('organisations')
    .select(['code', 'name', 'parentId', 'kind', 'type', 'tie'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (await isUsed(trx, id)) {
    await endKeysOfNobody(trx, context, id);
    return false;
  }
  const granted = await trx.selectFrom('grants').select('id').where('toOrganisationId', '=', id).execute();
  await leaveGranted(trx, { grantIds: granted.map((grant) => grant.id), now, by: context.actor.userId });
  await trx.deleteFrom('ingestKeys').where('organisationId', '=', id).execute();
  await trx.deleteFrom('organisations').where('id', '=', id).execute();
  await writeAudit(trx, context, {
    action: 'organisations.delete',
    objectType: 'organisation',
    objectId: id,
    organisationId: before.parentId,
    before: hintFields(before, before.type),
  });
  return true;
}

/** Whoever made ingest keys goes on to bring devices by them, which nobody sees. */
async function endKeysOfNobody(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  id: number,
): Promise<void> {
  const ended = await trx
    .deleteFrom('ingestKeys')
    .using('organisations')
    .whereRef('organisations.id', '=', 'ingestKeys.organisationId')
    .where('organisations.id', '=', id)
    .where(isNobodys)
    .returning(['ingestKeys.id', 'ingestKeys.organisationId', 'ingestKeys.name', 'ingestKeys.prefix'])
    .execute();
  for (const { id: objectId, ...before } of ended)
    await writeAudit(trx, context, {
      action: 'ingestKeys.revoke',
      objectType: 'ingestKey',
      objectId,
      organisationId: id,
      before,
    });
}

async function isUsed(trx: Transaction<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT 1 FROM organisations WHERE parent_id = ${id})
        OR EXISTS (SELECT 1 FROM users WHERE organisation_id = ${id})
        OR EXISTS (SELECT 1 FROM stations WHERE organisation_id = ${id})
        OR EXISTS (SELECT 1 FROM devices WHERE organisation_id = ${id})
        OR EXISTS (SELECT 1 FROM sim_cards WHERE organisation_id = ${id})
        OR EXISTS (SELECT 1 FROM components JOIN design_components ON component_id = components.id WHERE organisation_id = ${id})
        OR EXISTS (SELECT 1 FROM users JOIN roles ON roles.id = users.role_id WHERE roles.organisation_id = ${id})
        AS used`.execute(trx);
  return rows[0]!.used;
}
