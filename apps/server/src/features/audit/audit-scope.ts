import type { AuditAction } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor, readsOwnOnly } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';
import { isTold, readStationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const organisations = expressionBuilder<Tables, 'organisations'>();

/** What was sent to devices. */
const SENT: readonly AuditAction[] = ['firmware.upgrade', 'instructions.send', 'parameters.set'];

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
  const isSeen = sql<SqlBool>`a.station_id IN (SELECT stations.id FROM stations WHERE ${ofStation})`;
  const onStation = sql<SqlBool>`(${isSeen} AND ${isOfOthers(actor)} IS NOT TRUE)`;
  return sql<SqlBool>`(${own} OR ${onStation} OR ${inOrganisation(actor)})`;
}

/** Condition on an entry `a` of a station: it tells what was sent to a device there before the station was the actor's side's. The rest of the log goes with the station. */
function isOfOthers(actor: Actor): RawBuilder<SqlBool> {
  const told = isTold(actor, { at: sql`a.at`, by: sql`a.user_id` });
  return sql<SqlBool>`(a.action = ANY(${[...SENT]}::text[]) AND (SELECT ${told} IS NOT TRUE FROM stations WHERE stations.id = a.station_id))`;
}

/** Condition on an entry `a`: it belongs to an organisation whose whole log the actor reads. */
export function inOrganisation(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  if (scope === 'all') return sql<SqlBool>`true`;
  if (scope !== 'organisation' || readsOwnOnly(actor)) return sql<SqlBool>`false`;
  return sql<SqlBool>`a.organisation_id IN (SELECT organisations.id FROM organisations
    WHERE ${organisationScope(actor)(organisations)})`;
}
