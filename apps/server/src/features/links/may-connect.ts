import { sql, type SqlBool } from 'kysely';

/**
 * Condition on `devices` with their `device_states`: a connection over V5, which proves nothing, may be there as it. That is a logger, or what came over V5 and
 * belongs to nobody, and neither proves itself by a secret: a stick that was added by its serial number has one, too, and never uses it. What a person
 * revoked or refuses may not.
 */
export const MAY_CONNECT = sql<SqlBool>`(devices.secret_revoked_at IS NULL AND devices.blocked_at IS NULL AND (
  devices.kind = 'logger' AND (devices.secret_hash IS NULL OR coalesce(device_states.connection, 'v5') = 'v5')
  OR devices.found_by = 'v5' AND devices.secret_hash IS NULL AND devices.parent_id IS NULL AND devices.station_id IS NULL
    AND devices.organisation_id IS NULL))`;
