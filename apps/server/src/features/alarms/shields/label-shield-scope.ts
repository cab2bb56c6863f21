import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../../platform/actor.ts';
import { labelsByObject } from '../../labels/index.ts';

/**
 * Condition on a row of `alarm_shields` under a name: it is a shield by label that the actor directs as a whole, because that one works with the labels of the
 * organisation and reaches all of it, or made the shield.
 */
export function directsLabelShield(actor: Actor, name: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${name}.${column}`);
  if (labelsByObject(actor)) return sql<SqlBool>`${of('kind')} = 'label'`;
  if (actor.organisationId === null) return sql<SqlBool>`false`;
  const { scope } = accessOf(actor);
  const reaches = scope === 'all' || scope === 'organisation';
  return sql<SqlBool>`(${of('kind')} = 'label' AND ${of('organisation_id')} = ${actor.organisationId}
    AND ${reaches ? sql`true` : sql`${of('created_by')} = ${actor.userId}`})`;
}
