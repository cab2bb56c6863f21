import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { inBatches, requireBatches } from '../device-batches/index.ts';
import { labelsByObject } from '../labels/index.ts';
import { readDeviceScope } from '../scope/index.ts';

type Target = RouteRequest<(typeof routes)['runInstructionSet']>['body']['target'];

const devices = expressionBuilder<Tables, 'devices'>();

/**
 * Devices of a target on which the actor may do it, by station and serial number. Throws AppError: deviceBatchNotFound, deviceNotFound for one that is named and out of
 * scope, runWithoutDevices, tooManyAtOnce.
 */
export async function targetDevices(
  db: Db,
  actor: Actor,
  { target, dangerous }: { target: Target; dangerous: boolean },
): Promise<number[]> {
  const { deviceIds, stationIds, labelIds, batchIds } = target;
  await requireBatches(db, actor, batchIds);
  const scope = await readDeviceScope(db, actor, dangerous ? 'parameters.dangerous' : 'parameters.write');
  // What somebody else's label hangs on is nothing that a run tells.
  const labels = sql`SELECT id FROM labels WHERE id = ANY(${labelIds}::bigint[]) AND ${labelsByObject(actor) ? sql`true` : sql`organisation_id = ${actor.organisationId}`}`;
  const { rows } = await sql<{ id: number }>`
    SELECT devices.id FROM devices
     WHERE ${scope(devices)} AND (devices.id = ANY(${deviceIds}::bigint[])
        OR (devices.profile_id IS NOT NULL AND (devices.station_id = ANY(${stationIds}::bigint[])
         OR devices.id IN (SELECT device_id FROM device_labels WHERE label_id IN (${labels}))
         OR devices.station_id IN (SELECT station_id FROM station_labels WHERE label_id IN (${labels}))
         OR ${inBatches(actor, batchIds)})))
     ORDER BY devices.station_id, devices.sn LIMIT ${LIMITS.devicesPerRun + 1}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const found = new Set(ids);
  const missing = deviceIds.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('deviceNotFound', { id: missing });
  if (ids.length === 0) throw new AppError('runWithoutDevices');
  if (ids.length > LIMITS.devicesPerRun) throw new AppError('tooManyAtOnce', { most: LIMITS.devicesPerRun });
  return ids;
}
