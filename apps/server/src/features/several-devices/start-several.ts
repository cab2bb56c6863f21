import { LIMITS, type DeviceTarget, type Permission, type RunKind } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { inBatches, requireBatches } from '../device-batches/index.ts';
import { startRun } from '../runs/index.ts';
import { readDeviceScope } from '../scope/index.ts';

interface Several {
  kind: RunKind;
  /** What the actor needs at each device. */
  permission: Permission;
  target: DeviceTarget;
  definition: object;
  /** What the run is called. */
  name: string;
  reason?: string;
  /** Only devices that fit; of others that are named nothing is done. */
  only?: RawBuilder<SqlBool>;
  /** Devices at a time. */
  concurrency?: number;
  /** What has not begun by then does not begin, epoch milliseconds. */
  expiresAt?: number;
}

const devices = expressionBuilder<Tables, 'devices'>();

/** Devices of one run that are changed at a time: each is a transaction of its own. */
const AT_ONCE = 4;

/**
 * Starts the run that does something to devices of the platform's books. Throws AppError: deviceBatchNotFound, deviceNotFound for one that is named and
 * out of scope, runWithoutDevices, devicesTooMany.
 */
export async function startSeveral(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { actor, address }: RequestContext,
  { kind, permission, target, only = sql<SqlBool>`true`, ...run }: Several,
): Promise<{ runId: number; devices: number }> {
  const { deviceIds: named, batchIds } = target;
  const most = LIMITS.devicesPerRun;
  return db.transaction().execute(async (trx) => {
    await requireBatches(trx, actor, batchIds);
    const scope = await readDeviceScope(trx, actor, permission);
    const { rows } = await sql<{ id: number; parentId: number | null; fits: boolean }>`
      SELECT devices.id, devices.parent_id, ${only} AS fits FROM devices WHERE devices.station_id IS NOT NULL AND ${scope(devices)}
         AND (devices.id = ANY(${named}::bigint[]) OR (${inBatches(actor, batchIds)} AND ${only}))
       ORDER BY devices.station_id, devices.sn LIMIT ${most + 1}`.execute(trx);
    const found = new Set(rows.map(({ id }) => id));
    const missing = named.find((id) => !found.has(id));
    // What hangs on a device moves with it; moved by itself, it would leave it.
    const deviceIds = rows
      .filter(({ fits, parentId }) => fits && (kind !== 'move' || parentId === null || !found.has(parentId)))
      .map(({ id }) => id);
    if (missing !== undefined) throw new AppError('deviceNotFound', { id: missing });
    if (deviceIds.length === 0) throw new AppError('runWithoutDevices');
    if (deviceIds.length > most) throw new AppError('devicesTooMany', { most });
    const made = { actor, address, kind, deviceIds, batchIds, concurrency: AT_ONCE, expiresAt: null, ...run };
    return { runId: await startRun(trx, { clock }, made), devices: deviceIds.length };
  });
}
