import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { holdDevice } from '../devices/index.ts';

/**
 * Sets the addresses and networks that a V5 logger may connect from; an empty list allows any. A connection that stands from elsewhere is
 * ended by the server that holds it.
 * Throws AppError `deviceNotFound`.
 */
export async function allowNetworks(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { deviceId, networks }: { deviceId: number; networks: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const { stationId } = await holdDevice(trx, context.actor, deviceId, 'devices.create');
    const before = await trx
      .selectFrom('loggerConnections')
      .select('allowedNetworks')
      .where('deviceId', '=', deviceId)
      .forUpdate()
      .executeTakeFirst();
    await sql`
      INSERT INTO logger_connections (device_id, allowed_networks) VALUES (${deviceId}, ${[...networks]}::text[])
      ON CONFLICT (device_id) DO UPDATE SET allowed_networks = EXCLUDED.allowed_networks`.execute(trx);
    await writeAudit(trx, context, {
      action: 'devices.allowNetworks',
      objectType: 'device',
      objectId: deviceId,
      stationId,
      before: { networks: before?.allowedNetworks ?? [] },
      after: { networks },
    });
    await announceChange(trx, { devices: [deviceId] });
  });
}
