import { LABELS_PER_OBJECT } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { accessOf, type Actor, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A station or device, where its labels stand, and whose it is. */
export interface Labelled {
  kind: 'station' | 'device';
  id: number;
  stationId: number | null;
  organisationId: number | null;
}

const LINKS = {
  station: { table: 'station_labels', key: 'station_id', action: 'stations.label' },
  device: { table: 'device_labels', key: 'device_id', action: 'devices.label' },
} as const;

/**
 * Sets which labels of the caller's organisation an object carries and leaves those of other organisations alone. Who works on the
 * whole platform sets those of the object's organisation. Throws AppError: noDataPermission, labelsTooMany, labelNotFound.
 */
export async function setLabels(
  trx: Transaction<Tables>,
  context: RequestContext,
  { object, labelIds }: { object: Labelled; labelIds: readonly number[] },
): Promise<void> {
  const wanted = [...new Set(labelIds)].toSorted((a, b) => a - b);
  if (wanted.length > LABELS_PER_OBJECT) throw new AppError('labelsTooMany', { most: LABELS_PER_OBJECT });
  const organisationId = organisationOf(context.actor, object);
  await requireLabels(trx, organisationId, wanted);
  const { table, key, action } = LINKS[object.kind];
  const removed = await sql<{ labelId: number }>`
    DELETE FROM ${sql.table(table)} link USING labels
     WHERE labels.id = link.label_id AND ${sql.ref(`link.${key}`)} = ${object.id} AND labels.organisation_id = ${organisationId}
     RETURNING link.label_id`.execute(trx);
  await sql`INSERT INTO ${sql.table(table)} (${sql.ref(key)}, label_id)
    SELECT ${object.id}, label_id FROM unnest(${wanted}::bigint[]) AS wanted (label_id)`.execute(trx);
  const before = removed.rows.map(({ labelId }) => labelId).toSorted((a, b) => a - b);
  await writeAudit(trx, context, {
    action,
    objectType: object.kind,
    objectId: object.id,
    stationId: object.stationId,
    before: { labelIds: before },
    after: { labelIds: wanted },
  });
}

function organisationOf(actor: Actor, object: Labelled): number {
  const organisationId = accessOf(actor).scope === 'all' ? object.organisationId : actor.organisationId;
  if (organisationId === null) throw new AppError('noDataPermission');
  return organisationId;
}

async function requireLabels(
  trx: Transaction<Tables>,
  organisationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('labels')
    .select('id')
    .where('id', 'in', [...ids])
    .where('organisationId', '=', organisationId)
    .forShare()
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('labelNotFound', { id: missing });
}
