import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { noteAtCovered, noteEnded } from './covered-alarms.ts';

/** Objects and labels, pair by pair. */
interface Carried {
  kind: 'station' | 'device';
  objects: readonly number[];
  labels: readonly number[];
}

interface Done {
  at: Date;
  by: number | null;
  /** Of the call that does it. */
  written?: RequestContext['written'] | undefined;
}

/** Shields by label that run, as `parent`. */
const RUNNING = sql`parent.kind = 'label' AND parent.ended_at IS NULL`;

/**
 * Keeps quiet at objects what the labels say that they have from now on, as far as who shielded by these reached: at all stations of the
 * organisation and those tight below, or at those that were within reach then.
 */
export async function shieldCarriers(
  trx: Transaction<Tables>,
  { kind, objects, labels }: Carried,
  done: Done,
): Promise<void> {
  if (objects.length === 0) return;
  const { at } = done;
  const place =
    kind === 'station'
      ? sql`(SELECT stations.id AS object_id, stations.id AS station_id, NULL::bigint AS device_id FROM stations)`
      : sql`(SELECT devices.id AS object_id, devices.station_id, devices.id AS device_id FROM devices)`;
  const { rows } = await sql<{ id: number; reason: string }>`
    INSERT INTO alarm_shields (station_id, device_id, parent_id, code, text_key, level, reason, until, created_at, created_by, made_for)
    SELECT place.station_id, place.device_id, parent.id, parent.code, parent.text_key, parent.level, parent.reason, parent.until,
           ${at}::timestamptz, parent.created_by, parent.made_for
      FROM unnest(${[...objects]}::bigint[], ${[...labels]}::bigint[]) AS put (object_id, label_id)
      JOIN alarm_shields AS parent ON parent.label_id = put.label_id AND ${RUNNING}
       AND (parent.until IS NULL OR parent.until > ${at}::timestamptz)
      JOIN ${place} AS place ON place.object_id = put.object_id
      JOIN stations ON stations.id = place.station_id
     WHERE CASE WHEN parent.reach IS NOT NULL THEN stations.id = ANY(parent.reach) ELSE stations.organisation_id IN (
       SELECT part.id FROM organisations whole JOIN organisations part ON starts_with(part.scope_path, whole.scope_path)
        WHERE whole.id = parent.organisation_id) END
    ON CONFLICT DO NOTHING
    RETURNING id, reason`.execute(trx);
  for (const [reason, made] of Map.groupBy(rows, (row) => row.reason))
    await noteAtCovered(trx, {
      shieldIds: made.map(({ id }) => id),
      kind: 'shielded',
      text: reason,
      ...done,
    });
}

/** Lets objects be heard again that lost labels, whatever other shields say. */
export function endShieldsOf(
  trx: Transaction<Tables>,
  { kind, objects, labels }: Carried,
  done: Done,
): Promise<void> {
  const own =
    kind === 'station'
      ? sql`shield.device_id IS NULL AND shield.station_id = gone.object_id`
      : sql`shield.device_id = gone.object_id`;
  return end(
    trx,
    sql`EXISTS (SELECT FROM unnest(${[...objects]}::bigint[], ${[...labels]}::bigint[]) AS gone (object_id, label_id)
      JOIN alarm_shields AS parent ON parent.label_id = gone.label_id AND ${RUNNING}
     WHERE parent.id = shield.parent_id AND ${own})`,
    done,
  );
}

/** Ends the shields by a label that goes, with all that follows them. */
export function endShieldsOfLabel(trx: Transaction<Tables>, labelId: number, done: Done): Promise<void> {
  return end(
    trx,
    sql`(shield.label_id = ${labelId} OR shield.parent_id IN (
      SELECT parent.id FROM alarm_shields AS parent WHERE parent.label_id = ${labelId} AND ${RUNNING}))`,
    done,
  );
}

/** Takes what devices are shielded by for their labels along: to the station where they are now, or nowhere. */
export async function moveShieldsOf(
  trx: Transaction<Tables>,
  deviceIds: readonly number[],
  done: Done,
): Promise<void> {
  const ids = [...deviceIds];
  await end(
    trx,
    sql`shield.parent_id IS NOT NULL AND shield.device_id = ANY(${ids}::bigint[]) AND shield.station_id IS DISTINCT FROM (
      SELECT devices.station_id FROM devices WHERE devices.id = shield.device_id)`,
    done,
  );
  const links = await trx
    .selectFrom('deviceLabels')
    .select(['deviceId', 'labelId'])
    .where('deviceId', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute();
  const carried = { objects: links.map((link) => link.deviceId), labels: links.map((link) => link.labelId) };
  await shieldCarriers(trx, { kind: 'device', ...carried }, done);
}

/** One whose time is over, and that no job has ended yet, ended then. */
async function end(trx: Transaction<Tables>, which: RawBuilder<unknown>, done: Done): Promise<void> {
  const { at, by } = done;
  const { rows } = await sql<{ id: number }>`
    UPDATE alarm_shields AS shield SET ended_at = least(shield.until, ${at}::timestamptz), ended_by = ${by}::bigint
     WHERE shield.ended_at IS NULL AND ${which}
    RETURNING shield.id`.execute(trx);
  const shieldIds = rows.map(({ id }) => id);
  await noteEnded(trx, { shieldIds, ...done });
}
