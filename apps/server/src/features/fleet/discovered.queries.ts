import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { DeviceIdentity } from '../../platform/ingest.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readDoubtedNetwork } from '../links/index.ts';

/** What nobody decided on is forgotten when its logger has not named it for this long. */
const FORGET_AFTER_MS = 30 * 86_400_000;

interface Discovery {
  loggerId: number;
  sn: string;
  identity: DeviceIdentity;
  /** Epoch milliseconds. */
  now: number;
}

/** What one network names over connections that are not believed: half of the list, so that one stranger never fills it. */
const PER_DOUBTED_NETWORK = LIMITS.discoveredPerLogger / 2;

/**
 * Keeps an SN that a logger names until a person decides. A device of somebody else, one that hangs on another logger and one that
 * nobody owns and that has a secret are not kept, nor what finds the list full. False: it was not kept.
 */
export async function noteDiscovered(db: Db, discovery: Discovery): Promise<boolean> {
  const { loggerId, sn, now } = discovery;
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('discoveredDevices')
      .where('loggerId', '=', loggerId)
      .where('declined', '=', false)
      .where('lastSeenAt', '<', new Date(now - FORGET_AFTER_MS))
      .execute();
    const namedFrom = await readDoubtedNetwork(trx, loggerId, now);
    if (!(await keepNamed(trx, discovery, namedFrom))) return false;
    await makeRoom(trx, loggerId, sn);
    const kept = await trx
      .selectFrom('discoveredDevices')
      .select('sn')
      .where('loggerId', '=', loggerId)
      .where('sn', '=', sn)
      .executeTakeFirst();
    return kept !== undefined;
  });
}

/** What was named once over a connection that is believed stays so; the rest belongs to the network that named it first. */
async function keepNamed(
  db: Db,
  { loggerId, sn, identity, now }: Discovery,
  namedFrom: string | null,
): Promise<boolean> {
  const at = new Date(now);
  const { kind = 'inverter', model = null, manufacturer = null, firmware = null } = identity;
  const { profileId = null, uploadIntervalSeconds = null } = identity;
  const { rows } = await sql`
    INSERT INTO discovered_devices AS known (logger_id, sn, kind, model, manufacturer, firmware, profile_id,
      upload_interval_seconds, first_seen_at, last_seen_at, named_from)
    SELECT logger.id, ${sn}::text, ${kind}::text, ${model}::text, ${manufacturer}::text, ${firmware}::text, ${profileId}::text,
      ${uploadIntervalSeconds}::double precision, ${at}::timestamptz, ${at}::timestamptz, ${namedFrom}::text
    FROM devices AS logger LEFT JOIN devices AS device ON device.sn = ${sn}
    WHERE logger.id = ${loggerId}
      AND (device.id IS NULL OR device.id <> logger.id AND coalesce(device.parent_id, logger.id) = logger.id AND (
        device.station_id = logger.station_id
        OR device.station_id IS NULL AND device.organisation_id IS NULL AND device.secret_hash IS NULL))
    ON CONFLICT (logger_id, sn) DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at,
      named_from = CASE WHEN EXCLUDED.named_from IS NULL THEN NULL ELSE known.named_from END,
      (kind, model, manufacturer, firmware, profile_id, upload_interval_seconds) = (
        SELECT one.kind, coalesce(one.model, known.model), coalesce(one.manufacturer, known.manufacturer),
          coalesce(one.firmware, known.firmware), coalesce(one.profile_id, known.profile_id),
          coalesce(one.upload_interval_seconds, known.upload_interval_seconds)
        FROM (SELECT (CASE WHEN known.named_from IS NULL AND EXCLUDED.named_from IS NOT NULL THEN known ELSE EXCLUDED END).*) AS one)
    RETURNING 1 AS kept`.execute(db);
  return rows.length > 0;
}

/**
 * Removes what is too much of the names that wait. Names over connections that are believed stay, the first ones before later ones. Of the others
 * the oldest of a network leave first, and of the network that has most, so that a flood pushes out nothing but itself.
 */
async function makeRoom(db: Db, loggerId: number, newest: string): Promise<void> {
  await sql`
    DELETE FROM discovered_devices WHERE logger_id = ${loggerId} AND sn IN (
      SELECT sn FROM (
        SELECT sn, named_from, of_network,
          row_number() OVER (ORDER BY named_from IS NOT NULL, of_network, first_seen_at, sn) AS place
        FROM (
          SELECT sn, named_from, first_seen_at, row_number() OVER (PARTITION BY named_from ORDER BY
            CASE WHEN named_from IS NULL THEN first_seen_at END, first_seen_at DESC,
            (sn = ${newest}) = (named_from IS NULL), sn) AS of_network
          FROM discovered_devices WHERE logger_id = ${loggerId} AND NOT declined
        ) AS of_networks
      ) AS placed
      WHERE place > ${LIMITS.discoveredPerLogger} OR named_from IS NOT NULL AND of_network > ${PER_DOUBTED_NETWORK})`.execute(
    db,
  );
}
