import { SLAVE_ATTRIBUTE } from '@sunfleet/device-model';
import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { DeviceIdentity } from '../../platform/ingest.ts';
import { sameHome } from '../../platform/postgres/same-home.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { fitAttributes } from './fit-attributes.ts';

/** What a device says of itself. */
export interface Said {
  deviceId: number;
  identity: DeviceIdentity;
}

/**
 * Keeps what devices say of themselves, within the limits of attributes, in one statement. Answers for each how many attributes were
 * refused. Those of which that changes nothing are not announced. No device may stand in the list twice.
 */
export async function keepIdentities(trx: Transaction<Tables>, said: readonly Said[]): Promise<number[]> {
  const ids = said.map(({ deviceId }) => deviceId);
  const rows = await trx
    .selectFrom('devices')
    .select(['id', 'attributes'])
    .where('id', '=', sql<number>`ANY(${ids})`)
    // In one order, so that two batches never wait for each other.
    .orderBy('id')
    .forUpdate()
    .execute();
  const kept = new Map(rows.map(({ id, attributes }) => [id, attributes]));
  const fitting = said.map(({ deviceId, identity }) =>
    fitAttributes(kept.get(deviceId) ?? {}, ownToSay(identity.attributes)),
  );
  const words = said.map(({ deviceId, identity }, index) => ({
    ...identity,
    id: deviceId,
    attributes: fitting[index]!.fit,
  }));
  await announceChange(trx, { devices: await updateIdentities(trx, words) });
  return fitting.map(({ refused }) => refused);
}

/**
 * At which address behind a logger a device is asked people say. By its own word what they set on it would be written into whatever else is on
 * that line.
 */
function ownToSay(attributes: NonNullable<DeviceIdentity['attributes']> = {}) {
  const { [SLAVE_ATTRIBUTE]: _, ...own } = attributes;
  return own;
}

/** A device hangs on a logger, and that one perhaps on another. */
const MOST_ABOVE = 8;

/**
 * The firmware and interval of a device are its own to say; model, maker, kind and profile are not taken from a person who wrote them down.
 * The logger that it names counts only where both have one home, because anybody can name any logger, and not where that one hangs on it: of a ring
 * of devices each waits for the silence of the next, and no alarm would tell of any. Nor does it where more hang above it than in any station: the thousand
 * devices of one account in a row kept the database busy for minutes. Another logger does not speak for a device because a
 * person let the one before. Answers the devices that are others by it.
 */
async function updateIdentities(
  trx: Transaction<Tables>,
  words: readonly (DeviceIdentity & { id: number })[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH said AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(words)}::json) AS said (id int, model text, manufacturer text, firmware text,
        "profileId" text, kind text, "parentSn" text, "uploadIntervalSeconds" double precision, attributes jsonb)),
    hung AS MATERIALIZED (
      SELECT devices.id, logger.id AS parent_id FROM said JOIN devices ON devices.id = said.id
        JOIN devices AS logger ON logger.sn = said."parentSn" AND logger.id <> devices.id AND ${sameHome('devices', 'logger')}
       WHERE logger.id IS DISTINCT FROM devices.parent_id),
    rings AS MATERIALIZED (
      SELECT hung.id FROM hung WHERE EXISTS (
        WITH RECURSIVE above AS (
          SELECT hung.parent_id AS id, 1 AS height
          UNION ALL SELECT coalesce(wanted.parent_id, one.parent_id), above.height + 1 FROM above JOIN devices AS one ON one.id = above.id
            LEFT JOIN hung AS wanted ON wanted.id = one.id WHERE above.height <= ${MOST_ABOVE})
        SELECT FROM above WHERE above.id = hung.id OR above.id IS NOT NULL AND above.height > ${MOST_ABOVE})),
    next AS MATERIALIZED (
      SELECT devices.id,
             coalesce(devices.model, said.model) AS model,
             coalesce(devices.manufacturer, said.manufacturer) AS manufacturer,
             coalesce(devices.profile_id, said."profileId") AS profile_id,
             coalesce(said.firmware, devices.firmware) AS firmware,
             coalesce(said."uploadIntervalSeconds", devices.upload_interval_seconds) AS upload_interval_seconds,
             CASE WHEN devices.station_id IS NULL THEN coalesce(said.kind, devices.kind) ELSE devices.kind END AS kind,
             coalesce(hung.parent_id, devices.parent_id) AS parent_id,
             devices.logger_speaks AND hung.id IS NULL AS logger_speaks,
             devices.attributes || said.attributes AS attributes
        FROM said JOIN devices ON devices.id = said.id
        LEFT JOIN hung ON hung.id = devices.id AND hung.id NOT IN (SELECT rings.id FROM rings))
    UPDATE devices SET (${COLUMNS}) = (SELECT ${COLUMNS} FROM next WHERE next.id = devices.id)
     WHERE devices.id IN (SELECT next.id FROM next JOIN devices AS before ON before.id = next.id
       WHERE (${columnsOf('before')}) IS DISTINCT FROM (${columnsOf('next')}))
    RETURNING devices.id`.execute(trx);
  return rows.map(({ id }) => id);
}

const SAID = [
  'model',
  'manufacturer',
  'profile_id',
  'firmware',
  'upload_interval_seconds',
  'kind',
  'parent_id',
  'logger_speaks',
  'attributes',
] as const;
const COLUMNS = sql.join(SAID.map((name) => sql.ref(name)));
const columnsOf = (table: string) => sql.join(SAID.map((name) => sql.ref(`${table}.${name}`)));
