import {
  type Grant,
  type GrantRole,
  OPERATOR_PERMISSIONS,
  type Permission,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { may, type Actor, type RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import { maskTyped } from '../../platform/mask-contact.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireStation } from '../stations/index.ts';
import { auditGrant } from './audit-grant.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { findOrganisation, findPerson, type Addressee } from './find-party.ts';
import { grantPeriod } from './grant-period.ts';
import { viewGrants } from './grant-view.ts';
import { holdsGiven, mayGrantOrganisation, mayGrantStation, ownsAll } from './granting-scope.ts';
import { takeOffer } from './take-offer.ts';

type GrantInput = RouteRequest<(typeof routes)['createGrant']>['body'];

/** What is granted: stations, or an organisation with all it has. */
interface GrantObject {
  stationIds: number[];
  organisationId: number | null;
}

/**
 * Offers a grant; it gives nothing before it is accepted. A period that began already begins now. The answer is the same, and comes
 * after the same work, whether or not there is such an account or code; a job tells whoever it is.
 * Throws AppError: stationNotFound, organisationNotFound (what is granted), noDataPermission (seen, but not the caller's to grant),
 * moreThanHeld, grantToItself, invalidInput (period), tooManyRequests (offers of a day).
 */
export async function createGrant(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  input: GrantInput,
): Promise<Grant> {
  const { actor } = context;
  const now = platform.clock.now();
  const period = grantPeriod(input, now);
  if (!period)
    throw brokenRule({ language: context.language, text: platform.text }, 'body.endsAt', 'periodInvalid');
  const commands = input.role === 'operator' && input.commands;
  if (!neededFor(input.role, commands).every((permission) => may(actor, permission))) {
    throw new AppError('moreThanHeld');
  }
  const id = await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const object = await requireObject(trx, actor, input.object);
    const grantee = await findGrantee(trx, input.to);
    if (isItself(actor, object, grantee)) throw new AppError('grantToItself');
    await requireGivable(trx, actor, { object, role: input.role, commands });
    await takeOffer(trx, actor, now);
    const { organisationId, stationIds } = object;
    const values = { ...period, organisationId, role: input.role, commands };
    const grant = await trx
      .insertInto('grants')
      .values({ ...values, ...grantee, createdBy: actor.userId, createdAt: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = stationIds.map((stationId) => ({ grantId: grant.id, stationId }));
    if (rows.length > 0) await trx.insertInto('grantStations').values(rows).execute();
    await auditGrant(trx, context, {
      action: 'grants.create',
      grantId: grant.id,
      stationIds,
      organisationId,
      // Not who it is: the giver reads the log. Nor the whole contact: the log outlives the account.
      after: {
        ...values,
        ...('account' in input.to
          ? { account: maskTyped(input.to.account) }
          : { code: input.to.organisationCode }),
      },
    });
    await addJob(trx, 'offers.tell', { grantId: grant.id });
    return grant.id;
  });
  const [seen] = await viewGrants(platform.db, { actor, now }, [id]);
  return seen!.grant;
}

/** Throws AppError `moreThanHeld` for a grant on stations of others that gives what the actor does not hold. */
async function requireGivable(
  trx: Transaction<Tables>,
  actor: Actor,
  { object, ...terms }: { object: GrantObject; role: GrantRole; commands: boolean },
): Promise<void> {
  if (holdsGiven(actor, terms)) return;
  const { organisationId, stationIds } = object;
  const owned = ownsAll(actor, sql`SELECT unnest(${stationIds}::bigint[])`);
  const { rows } = await sql<{ owned: boolean }>`SELECT ${owned} AS owned`.execute(trx);
  if (organisationId !== null || !rows[0]?.owned) throw new AppError('moreThanHeld');
}

/** What of a grant the caller must hold as well, also of stations that are the caller's own. */
function neededFor(role: GrantRole, commands: boolean): readonly Permission[] {
  const operator = role === 'operator' ? OPERATOR_PERMISSIONS : [];
  return ['stations.view', ...operator, ...(commands ? (['parameters.write'] as const) : [])];
}

function requireObject(
  trx: Transaction<Tables>,
  actor: Actor,
  object: GrantInput['object'],
): Promise<GrantObject> {
  return 'stationIds' in object
    ? requireStations(trx, actor, [...new Set(object.stationIds)])
    : requireOrganisation(trx, actor, object.organisationId);
}

async function requireStations(trx: Transaction<Tables>, actor: Actor, ids: number[]): Promise<GrantObject> {
  const rows = await trx
    .selectFrom('stations')
    .select('id')
    .where('id', 'in', ids)
    .where(mayGrantStation(actor))
    .forShare()
    .execute();
  const held = new Set(rows.map((row) => row.id));
  const missing = ids.find((id) => !held.has(id));
  if (missing !== undefined) {
    await requireStation(trx, actor, missing);
    throw new AppError('noDataPermission');
  }
  return { stationIds: ids, organisationId: null };
}

async function requireOrganisation(trx: Transaction<Tables>, actor: Actor, id: number): Promise<GrantObject> {
  const { rows } = await sql<{ id: number }>`
    SELECT organisations.id FROM organisations WHERE organisations.id = ${id} AND ${mayGrantOrganisation(actor)}`.execute(
    trx,
  );
  if (rows.length === 0) {
    throw new AppError(id === actor.organisationId ? 'noDataPermission' : 'organisationNotFound');
  }
  return { stationIds: [], organisationId: id };
}

function findGrantee(trx: Transaction<Tables>, to: GrantInput['to']): Promise<Addressee> {
  return 'account' in to ? findPerson(trx, to.account) : findOrganisation(trx, to.organisationCode);
}

/** Whether the grantee is the caller, its organisation, or the organisation itself that is granted: only what the caller knows. */
function isItself(
  actor: Actor,
  { organisationId }: GrantObject,
  { toUserId, toOrganisationId }: Addressee,
): boolean {
  if (toUserId !== null) return toUserId === actor.userId;
  return (
    toOrganisationId !== null &&
    (toOrganisationId === actor.organisationId || toOrganisationId === organisationId)
  );
}
