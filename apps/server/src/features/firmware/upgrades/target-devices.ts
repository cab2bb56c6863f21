import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { inBatches, requireBatches } from '../../device-batches/index.ts';
import { devicesUnder } from '../../devices/index.ts';
import { carriesLabel } from '../../labels/index.ts';
import { readDeviceScope, type DeviceCondition } from '../../scope/index.ts';

export type UpgradeTarget = Omit<RouteRequest<(typeof routes)['checkFirmwareUpgrade']>['body'], 'firmwareId'>;

interface Device {
  id: number;
  sn: string;
  stationId: number | null;
}

const devices = expressionBuilder<Tables, 'devices'>();

/**
 * Devices of a target on which the actor may put firmware: those that are named first, in their order, then those of the models by station and serial
 * number. Throws AppError: deviceBatchNotFound, deviceNotFound for one that is named and out of scope, runWithoutDevices, devicesTooMany.
 */
export async function targetDevices(
  db: Db,
  actor: Actor,
  { target, models }: { target: UpgradeTarget; models: readonly string[] },
): Promise<Device[]> {
  await requireBatches(db, actor, target.batchIds);
  const scope = await readDeviceScope(db, actor, 'firmware.upgrade');
  const named = await namedDevices(db, scope, target.sns);
  const ids = new Set(named.map(({ id }) => id));
  const others = await groupedDevices(db, { actor, scope }, { target, models });
  const all = [...named, ...others.filter(({ id }) => !ids.has(id))];
  const most = LIMITS.firmwareDevices;
  if (all.length === 0) throw new AppError('runWithoutDevices');
  if (all.length > most) throw new AppError('devicesTooMany', { most });
  return all;
}

async function namedDevices(db: Db, scope: DeviceCondition, sns: readonly string[]): Promise<Device[]> {
  const wanted = [...new Set(sns)];
  const { rows } = await sql<Device>`
    SELECT devices.id, devices.sn, devices.station_id FROM devices WHERE devices.sn = ANY(${wanted}::text[]) AND ${scope(devices)}`.execute(
    db,
  );
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  return wanted.map((sn) => {
    const found = bySn.get(sn);
    if (!found) throw new AppError('deviceNotFound', { id: sn });
    return found;
  });
}

/** Of stations, labels, batches and a filter: only devices of these models, because the others would count as failures. */
async function groupedDevices(
  db: Db,
  scoped: { actor: Actor; scope: DeviceCondition },
  { target, models }: { target: UpgradeTarget; models: readonly string[] },
): Promise<Device[]> {
  const { stationIds, labelIds, batchIds, filters } = target;
  const hasGroups = stationIds.length + labelIds.length + batchIds.length > 0;
  if (!hasGroups && filters === undefined) return [];
  const { actor } = scoped;
  const inGroups = sql<SqlBool>`(devices.station_id = ANY(${stationIds}::bigint[]) OR ${carriesLabel(actor, 'device', labelIds)}
    OR devices.station_id IN (SELECT stations.id FROM stations WHERE ${carriesLabel(actor, 'station', labelIds)})
    OR ${inBatches(actor, batchIds)})`;
  const also = sql<SqlBool>`devices.model = ANY(${[...models]}::text[]) AND ${hasGroups ? inGroups : sql`true`}`;
  const ids = await devicesUnder(db, scoped, { filters: filters ?? {}, also, most: LIMITS.firmwareDevices });
  const { rows } = await sql<Device>`
    SELECT id, sn, station_id FROM devices WHERE id = ANY(${ids}::bigint[]) ORDER BY station_id, sn`.execute(
    db,
  );
  return rows;
}
