import { AUDIT_OBJECTS, type AuditEntry, type AuditObject } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { NAMINGS } from './object-names.ts';
import { objectOf, type ObjectMark } from './object-of.ts';

type Row = ObjectMark & Pick<AuditEntry, 'before' | 'after'>;
type Named = Pick<AuditEntry, 'objectName' | 'objectSeen' | 'names'>;

/** Fields that hold the id of something that has a name. */
const REFERENCES: Readonly<Record<string, AuditObject>> = {
  stationId: 'station',
  deviceId: 'device',
  parentId: 'device',
  replacedBy: 'device',
  organisationId: 'organisation',
  ownerId: 'user',
  productId: 'product',
  batchId: 'deviceBatch',
};

/** Fields by which entries name what they are about, the better ones first. */
const OWN_NAMES = ['name', 'fileName', 'sn', 'email', 'phone'] as const;

/**
 * Names of the objects that rows are about, in one query. An object that still exists and that the actor may know has its present
 * name; any other has the name that the row itself gives. So have those that its fields name by an id.
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
    const names = referencesOf(row).flatMap(({ field, type, id }): [string, string][] => {
      const name = known.get(`${type}/${id}`)?.name;
      return name ? [[`${field}/${id}`, name]] : [];
    });
    return { ...row, objectName, objectSeen: found !== undefined, names: Object.fromEntries(names) };
  });
}

interface Known {
  type: string;
  id: string;
  name: string | null;
}

async function readNames(db: Db, actor: Actor, rows: readonly Row[]): Promise<ReadonlyMap<string, Known>> {
  const byType = Map.groupBy(
    rows.flatMap((row) => [...(objectOf(row) ? [objectOf(row)!] : []), ...referencesOf(row)]),
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

function referencesOf({ before, after }: Row): { field: string; type: AuditObject; id: string }[] {
  return [before, after].flatMap((fields) =>
    Object.entries(fields ?? {}).flatMap(([field, value]) => {
      const type = Object.hasOwn(REFERENCES, field) ? REFERENCES[field] : undefined;
      return type && Number.isSafeInteger(value) && Number(value) > 0
        ? [{ field, type, id: String(value) }]
        : [];
    }),
  );
}

function ownName({ before, after }: Row): string | null {
  for (const field of OWN_NAMES)
    for (const value of [after?.[field], before?.[field]]) if (typeof value === 'string') return value;
  return null;
}
