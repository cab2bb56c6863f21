import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor, readsOwnOnly } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';
import { readStationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const organisations = expressionBuilder<Tables, 'organisations'>();

/**
 * Condition on an entry `a` of the audit log: the actor may read it. An actor always reads its own entries, those of stations in
 * its scope (a station's owner too), and those of its organisation if its role covers the whole organisation.
 */
export async function readAuditScope(db: Db, actor: Actor): Promise<RawBuilder<SqlBool>> {
  const { userId } = actor;
  const { scope } = accessOf(actor);
  if (scope === 'all') return sql<SqlBool>`true`;
  const ofStation = readsOwnOnly(actor)
    ? sql<SqlBool>`stations.owner_id = ${userId}`
    : (await readStationScope(db, actor, 'audit.view'))(stations);
  const own = sql<SqlBool>`a.user_id = ${userId}`;
  const onStation = sql<SqlBool>`a.station_id IN (SELECT stations.id FROM stations WHERE ${ofStation})`;
  return sql<SqlBool>`(${own} OR ${onStation} OR ${inOrganisation(actor)})`;
}

/** Condition on an entry `a`: it belongs to an organisation whose whole log the actor reads. */
export function inOrganisation(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  if (scope === 'all') return sql<SqlBool>`true`;
  if (scope !== 'organisation' || readsOwnOnly(actor)) return sql<SqlBool>`false`;
  return sql<SqlBool>`a.organisation_id IN (SELECT organisations.id FROM organisations
    WHERE ${organisationScope(actor)(organisations)})`;
}
