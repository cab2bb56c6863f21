import { AUDIT_OBJECTS, type AuditEntry } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { NAMINGS } from './object-names.ts';
import { objectOf, type ObjectMark } from './object-of.ts';

type Row = ObjectMark & Pick<AuditEntry, 'before' | 'after'>;
type Named = Pick<AuditEntry, 'objectName' | 'objectSeen'>;

/** Fields by which entries name what they are about, the better ones first. */
const OWN_NAMES = ['name', 'fileName', 'sn', 'email', 'phone'] as const;

/**
 * Names of the objects that rows are about, in one query. An object that still exists and that the actor may know has its present
 * name; any other has the name that the row itself gives.
 */
export async function nameObjects<R extends Row>(
  db: Db,
  actor: Actor,
  rows: readonly R[],
): Promise<(R & Named)[]> {
  const known = await readNames(db, actor, rows);
  return rows.map((row) => {
    const object = objectOf(row);
    const found = object && known.get(`${object.type}/${object.id}`);
    const objectName = (found ? found.name : ownName(row)) || null;
    return { ...row, objectName, objectSeen: found !== undefined };
  });
}

interface Known {
  type: string;
  id: string;
  name: string | null;
}

async function readNames(db: Db, actor: Actor, rows: readonly Row[]): Promise<ReadonlyMap<string, Known>> {
  const byType = Map.groupBy(
    rows.flatMap((row) => objectOf(row) ?? []),
    ({ type }) => type,
  );
  const parts = AUDIT_OBJECTS.flatMap((type) => {
    const ids = [...new Set(byType.get(type)?.map(({ id }) => id))];
    const naming = NAMINGS[type]?.(actor);
    if (!naming || ids.length === 0) return [];
    return sql`SELECT ${type}::text AS type, (${naming.id})::text AS id, ${naming.name} AS name
      FROM ${naming.from} WHERE ${naming.id} = ANY(${ids}::bigint[]) AND ${naming.known}`;
  });
  if (parts.length === 0) return new Map();
  const found = await sql<Known>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  return new Map(found.rows.map((row) => [`${row.type}/${row.id}`, row]));
}

function ownName({ before, after }: Row): string | null {
  for (const field of OWN_NAMES)
    for (const value of [after?.[field], before?.[field]]) if (typeof value === 'string') return value;
  return null;
}
