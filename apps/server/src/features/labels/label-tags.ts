import type { LabelTag } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** What carries labels: its table, and the table and column of what it carries. */
const CARRIERS = {
  station: { table: 'stations', links: 'station_labels', key: 'station_id' },
  device: { table: 'devices', links: 'device_labels', key: 'device_id' },
} as const;
type Carrier = keyof typeof CARRIERS;

/** Labels of the objects of a page, by id, in one query: those that the actor sees. */
export async function labelTags(
  db: Db,
  actor: Actor,
  { of, ids }: { of: Carrier; ids: readonly number[] },
): Promise<ReadonlyMap<number, LabelTag[]>> {
  const tags = new Map<number, LabelTag[]>();
  if (ids.length === 0 || !seesLabels(actor)) return tags;
  const { table, links, key } = CARRIERS[of];
  const { rows } = await sql<LabelTag & { objectId: number }>`
    SELECT object.id AS object_id, labels.id, labels.name, labels.color
      FROM ${sql.table(links)} link JOIN labels ON labels.id = link.label_id
      JOIN ${sql.table(table)} object ON object.id = ${sql.ref(`link.${key}`)}
     WHERE object.id = ANY(${[...ids]}::bigint[]) AND ${isSeen(actor, 'object')}
     ORDER BY lower(labels.name COLLATE pg_c_utf8)`.execute(db);
  for (const { objectId, ...tag } of rows) tags.set(objectId, [...(tags.get(objectId) ?? []), tag]);
  return tags;
}

/** Condition on `stations` or `devices`: it carries one of these labels, as far as the actor sees them. */
export function carriesLabel(actor: Actor, of: Carrier, labelIds: readonly number[]): RawBuilder<SqlBool> {
  if (!seesLabels(actor)) return sql<SqlBool>`false`;
  const { table, links, key } = CARRIERS[of];
  return sql<SqlBool>`EXISTS (SELECT 1 FROM ${sql.table(links)} link JOIN labels ON labels.id = link.label_id
    WHERE ${sql.ref(`link.${key}`)} = ${sql.ref(`${table}.id`)} AND labels.id = ANY(${[...labelIds]}::bigint[])
      AND ${isSeen(actor, table)})`;
}

/** Whether the actor works with the labels of each object's organisation: on the whole platform, without one of its own. */
export function labelsByObject(actor: Actor): boolean {
  return accessOf(actor).scope === 'all' && actor.organisationId === null;
}

function seesLabels(actor: Actor): boolean {
  return may(actor, 'labels.view') && (labelsByObject(actor) || actor.organisationId !== null);
}

function isSeen(actor: Actor, object: string): RawBuilder<SqlBool> {
  return labelsByObject(actor)
    ? sql<SqlBool>`labels.organisation_id = ${sql.ref(`${object}.organisationId`)}`
    : sql<SqlBool>`labels.organisation_id = ${actor.organisationId}`;
}
