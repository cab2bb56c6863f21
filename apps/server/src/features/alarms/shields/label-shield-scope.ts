import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../../platform/actor.ts';

/**
 * Condition on a row of `alarm_shields` under a name: it is a shield by label that the actor directs as a whole, because that one reaches all of the organisation
 * whose label it is, as those of an organisation do that it is tight below, or because the actor made it.
 */
export function directsLabelShield(actor: Actor, name: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${name}.${column}`);
  const { scope } = accessOf(actor);
  const { organisationId, organisationPath } = actor;
  if (scope === 'all') return sql<SqlBool>`${of('kind')} = 'label'`;
  if (organisationId === null) return sql<SqlBool>`false`;
  if (scope === 'organisation' && organisationPath)
    return sql<SqlBool>`(${of('kind')} = 'label' AND ${of('organisation_id')} IN (
      SELECT reached.id FROM organisations AS reached WHERE reached.scope_path LIKE ${`${organisationPath}%`}))`;
  return sql<SqlBool>`(${of('kind')} = 'label' AND ${of('organisation_id')} = ${organisationId} AND ${of('created_by')} = ${actor.userId})`;
}
