import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { DeviceIdentity } from '../../platform/ingest.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** What nobody decided on is forgotten when its logger has not named it for this long. */
const FORGET_AFTER_MS = 30 * 86_400_000;

interface Discovery {
  loggerId: number;
  sn: string;
  identity: DeviceIdentity;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Keeps an SN that a logger names until a person decides. A device of somebody else, one that hangs on another logger and one that
 * nobody owns and that has a secret are not kept. False: it was not kept.
 */
export async function noteDiscovered(db: Db, { loggerId, sn, identity, now }: Discovery): Promise<boolean> {
  const at = new Date(now);
  await db
    .deleteFrom('discoveredDevices')
    .where('loggerId', '=', loggerId)
    .where('declined', '=', false)
    .where('lastSeenAt', '<', new Date(now - FORGET_AFTER_MS))
    .execute();
  const { kind = 'inverter', model = null, manufacturer = null, firmware = null } = identity;
  const { profileId = null, uploadIntervalSeconds = null } = identity;
  const { rows } = await sql`
    INSERT INTO discovered_devices AS known (logger_id, sn, kind, model, manufacturer, firmware, profile_id,
      upload_interval_seconds, first_seen_at, last_seen_at)
    SELECT logger.id, ${sn}::text, ${kind}::text, ${model}::text, ${manufacturer}::text, ${firmware}::text, ${profileId}::text,
      ${uploadIntervalSeconds}::double precision, ${at}::timestamptz, ${at}::timestamptz
    FROM devices AS logger LEFT JOIN devices AS device ON device.sn = ${sn}
    WHERE logger.id = ${loggerId}
      AND (device.id IS NULL OR device.id <> logger.id AND coalesce(device.parent_id, logger.id) = logger.id AND (
        device.station_id = logger.station_id
        OR device.station_id IS NULL AND device.organisation_id IS NULL AND device.secret_hash IS NULL))
      AND (EXISTS (SELECT FROM discovered_devices WHERE logger_id = ${loggerId} AND sn = ${sn})
        OR (SELECT count(*) FROM discovered_devices WHERE logger_id = ${loggerId} AND NOT declined)
          < ${LIMITS.discoveredPerLogger})
    ON CONFLICT (logger_id, sn) DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at,
      kind = EXCLUDED.kind, model = coalesce(EXCLUDED.model, known.model),
      manufacturer = coalesce(EXCLUDED.manufacturer, known.manufacturer),
      firmware = coalesce(EXCLUDED.firmware, known.firmware), profile_id = coalesce(EXCLUDED.profile_id, known.profile_id),
      upload_interval_seconds = coalesce(EXCLUDED.upload_interval_seconds, known.upload_interval_seconds)
    RETURNING 1 AS kept`.execute(db);
  return rows.length > 0;
}
