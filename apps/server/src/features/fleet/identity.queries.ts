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
 * refused. No device may stand in the list twice.
 */
export async function keepIdentities(trx: Transaction<Tables>, said: readonly Said[]): Promise<number[]> {
  const ids = said.map(({ deviceId }) => deviceId);
  await announceChange(trx, { devices: ids });
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
    fitAttributes(kept.get(deviceId) ?? {}, identity.attributes ?? {}),
  );
  const words = said.map(({ deviceId, identity }, index) => ({
    ...identity,
    id: deviceId,
    attributes: fitting[index]!.fit,
  }));
  await updateIdentities(trx, words);
  return fitting.map(({ refused }) => refused);
}

/**
 * The firmware and interval of a device are its own to say; model, maker, kind and profile are not taken from a person who wrote them down.
 * The logger that it names counts only where both have one home, because anybody can name any logger.
 */
async function updateIdentities(
  trx: Transaction<Tables>,
  words: readonly (DeviceIdentity & { id: number })[],
): Promise<void> {
  await sql`
    UPDATE devices SET
      model = coalesce(devices.model, said.model),
      manufacturer = coalesce(devices.manufacturer, said.manufacturer),
      profile_id = coalesce(devices.profile_id, said."profileId"),
      firmware = coalesce(said.firmware, devices.firmware),
      upload_interval_seconds = coalesce(said."uploadIntervalSeconds", devices.upload_interval_seconds),
      kind = CASE WHEN devices.station_id IS NULL THEN coalesce(said.kind, devices.kind) ELSE devices.kind END,
      parent_id = coalesce((SELECT logger.id FROM devices AS logger
        WHERE logger.sn = said."parentSn" AND logger.id <> devices.id AND ${sameHome('devices', 'logger')}), devices.parent_id),
      attributes = devices.attributes || said.attributes
    FROM json_to_recordset(${JSON.stringify(words)}::json) AS said (id int, model text, manufacturer text, firmware text,
      "profileId" text, kind text, "parentSn" text, "uploadIntervalSeconds" double precision, attributes jsonb)
    WHERE devices.id = said.id`.execute(trx);
}
