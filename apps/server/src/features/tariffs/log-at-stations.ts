import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { auditRow } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A tariff that is changed again and again tells a station's log so often at most: it may have fifty thousand stations. */
const TOLD_AGAIN = sql`interval '1 hour'`;

/**
 * Tells the logs of other people's stations that the tariff by which they are priced has changed, in one statement. What changed stands in the entry of
 * the tariff itself, which its keeper reads.
 */
export async function logAtStations(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { id, organisationId }: { id: number; organisationId: number | null },
): Promise<void> {
  const row = auditRow(context, {
    action: 'tariffs.edit',
    objectType: 'tariff',
    objectId: id,
    organisationId,
  });
  await sql`
    INSERT INTO audit_log (actor_kind, user_id, api_key_id, organisation_id, action, object_type, object_id, address, station_id)
    SELECT ${row.actorKind}, ${row.userId}::bigint, ${row.apiKeyId}::bigint, ${row.organisationId}::bigint, ${row.action},
           ${row.objectType}, ${row.objectId}::text, ${row.address}, stations.id
      FROM stations
     WHERE stations.id IN (SELECT station_id FROM station_tariffs WHERE tariff_id = ${id})
       AND coalesce(stations.owner_id <> ${row.userId}::bigint, stations.organisation_id IS DISTINCT FROM ${organisationId}::bigint)
       AND NOT EXISTS (
         SELECT FROM audit_log AS told
          WHERE told.object_type = ${row.objectType} AND told.object_id = ${row.objectId}::text AND told.station_id = stations.id
            AND told.action = ${row.action} AND told.at > now() - ${TOLD_AGAIN})`.execute(trx);
}
