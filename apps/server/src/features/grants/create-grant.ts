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
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireStation } from '../stations/index.ts';
import { auditGrant } from './audit-grant.ts';
import { findOrganisation, findPerson } from './find-party.ts';
import { grantPeriod } from './grant-period.ts';
import { viewGrants } from './grant-view.ts';
import { mayGrantOrganisation, mayGrantStation } from './granting-scope.ts';
import { tellGrantee } from './grant-messages.ts';

type GrantInput = RouteRequest<(typeof routes)['createGrant']>['body'];

/** What is granted: stations, or an organisation with all it has; who owns and who runs it already. */
interface GrantObject {
  stationIds: number[];
  organisationId: number | null;
  organisations: ReadonlySet<number>;
  owners: ReadonlySet<number | null>;
}

interface Grantee {
  toUserId: number | null;
  toOrganisationId: number | null;
}

/**
 * Offers a grant; it gives nothing before it is accepted. A period that began already begins now.
 * Throws AppError: stationNotFound, organisationNotFound, userNotFound, noDataPermission (seen, but not the caller's to grant),
 * moreThanHeld, grantToItself, invalidInput (period).
 */
export async function createGrant(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
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
    const object = await requireObject(trx, actor, input.object);
    const grantee = await findGrantee(trx, input.to);
    if (isItself(actor, object, grantee)) throw new AppError('grantToItself');
    const { organisationId, stationIds } = object;
    const values = { ...grantee, ...period, organisationId, role: input.role, commands };
    const grant = await trx
      .insertInto('grants')
      .values({ ...values, createdBy: actor.userId, createdAt: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = stationIds.map((stationId) => ({ grantId: grant.id, stationId }));
    if (rows.length > 0) await trx.insertInto('grantStations').values(rows).execute();
    await auditGrant(trx, context, {
      action: 'grants.create',
      grantId: grant.id,
      stationIds,
      organisationId,
      after: values,
    });
    await tellGrantee(trx, platform, { grantId: grant.id, template: 'grantOffered' });
    return grant.id;
  });
  const [seen] = await viewGrants(platform.db, { actor, now }, [id]);
  return seen!.grant;
}

/** What of a grant the caller must hold as well; commands are asked for although nothing takes them yet. */
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
    .select(['id', 'ownerId', 'organisationId'])
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
  return {
    stationIds: ids,
    organisationId: null,
    organisations: new Set(rows.map((row) => row.organisationId)),
    owners: new Set(rows.map((row) => row.ownerId)),
  };
}

async function requireOrganisation(trx: Transaction<Tables>, actor: Actor, id: number): Promise<GrantObject> {
  const { rows } = await sql<{ id: number }>`
    SELECT organisations.id FROM organisations WHERE organisations.id = ${id} AND ${mayGrantOrganisation(actor)}`.execute(
    trx,
  );
  if (rows.length === 0) {
    throw new AppError(id === actor.organisationId ? 'noDataPermission' : 'organisationNotFound');
  }
  return { stationIds: [], organisationId: id, organisations: new Set([id]), owners: new Set() };
}

async function findGrantee(trx: Transaction<Tables>, to: GrantInput['to']): Promise<Grantee> {
  return 'account' in to
    ? { toUserId: (await findPerson(trx, to.account)).id, toOrganisationId: null }
    : { toUserId: null, toOrganisationId: (await findOrganisation(trx, to.organisationCode)).id };
}

/** Whether the grantee is the caller, its organisation, or holds all of it already as owner or as its organisation. */
function isItself(actor: Actor, object: GrantObject, { toUserId, toOrganisationId }: Grantee): boolean {
  const { organisations, owners } = object;
  if (toUserId !== null) {
    return toUserId === actor.userId || (owners.size === 1 && owners.has(toUserId));
  }
  return (
    toOrganisationId === actor.organisationId ||
    (organisations.size === 1 && organisations.has(toOrganisationId!))
  );
}
