import type { OwnProfile, RouteRequest, routes } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import { homeOf } from '../../platform/home-of.ts';
import { devicesNaming, ownProfileId } from '../../platform/own-profile.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { getOwnProfile, ownProfileScope } from './list-own-profiles.ts';
import { requireRight } from './require-right.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text'>;
type Input = RouteRequest<(typeof routes)['createOwnProfile']>['body'];

const MOST = 100;

/** Keeps a profile for the actor's organisation. Throws AppError: noDataPermission, invalidInput. */
export async function createOwnProfile(
  { db, clock, text }: Parts,
  context: RequestContext,
  { data, family }: Input,
): Promise<OwnProfile> {
  const organisationId = homeOf(context.actor);
  const profile = requireRight({ text }, context, data);
  return db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`own profiles of ${organisationId}`]);
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM own_profiles WHERE organisation_id = ${organisationId}`.execute(trx);
    if (rows[0]!.n >= MOST) throw brokenRule({ ...context, text }, 'body.data', 'tooManyEntries');
    const { id } = await trx
      .insertInto('ownProfiles')
      .values({
        organisationId,
        family: family !== null && profileById(family)?.deviceKind === profile.deviceKind ? family : null,
        data: JSON.stringify(profile),
        userId: context.actor.userId,
        changedAt: new Date(clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'ownProfiles.create',
      objectType: 'ownProfile',
      objectId: id,
      organisationId,
      after: { name: profile.brand, models: profile.models.join(', '), kind: profile.deviceKind },
    });
    return getOwnProfile(trx, context.actor, id);
  });
}

/**
 * Changes a profile over the revision that was read. Gateways on every server learn of it. Throws AppError:
 * ownProfileNotFound, beingChanged (somebody else saved it since), invalidInput.
 */
export async function updateOwnProfile(
  { db, clock, text }: Parts,
  context: RequestContext,
  { id, data, revision }: { id: number; data: Input['data']; revision: number },
): Promise<OwnProfile> {
  const profile = requireRight({ text }, context, data);
  return db.transaction().execute(async (trx) => {
    const before = await hold(trx, context, id);
    if (before.revision !== revision) throw new AppError('beingChanged');
    if (before.data['deviceKind'] !== profile.deviceKind)
      throw brokenRule({ ...context, text }, 'body.data.deviceKind', 'profileInvalid');
    await trx
      .updateTable('ownProfiles')
      .set({
        data: JSON.stringify(profile),
        revision: revision + 1,
        userId: context.actor.userId,
        changedAt: new Date(clock.now()),
      })
      .where('id', '=', id)
      .execute();
    await announceChange(trx, { ownProfile: id });
    await writeAudit(trx, context, {
      action: 'ownProfiles.edit',
      objectType: 'ownProfile',
      objectId: id,
      organisationId: before.organisationId,
      before: { name: String(before.data['brand']), revision },
      after: { name: profile.brand, revision: revision + 1 },
    });
    return getOwnProfile(trx, context.actor, id);
  });
}

/** Throws AppError: ownProfileNotFound, ownProfileInUse with the number of devices that name it. */
export async function deleteOwnProfile(
  { db }: Pick<Parts, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { data, organisationId } = await hold(trx, context, id);
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM devices WHERE ${devicesNaming(sql`${ownProfileId(id)}`)}`.execute(trx);
    if (rows[0]!.n > 0) throw new AppError('ownProfileInUse', { devices: rows[0]!.n });
    await trx.deleteFrom('ownProfiles').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'ownProfiles.delete',
      objectType: 'ownProfile',
      objectId: id,
      organisationId,
      before: { name: String(data['brand']) },
    });
  });
  return null;
}

async function hold(trx: Transaction<Tables>, { actor }: Pick<RequestContext, 'actor'>, id: number) {
  const row = await trx
    .selectFrom('ownProfiles')
    .selectAll()
    .where('id', '=', id)
    .where(ownProfileScope(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('ownProfileNotFound', { id });
  return row;
}
