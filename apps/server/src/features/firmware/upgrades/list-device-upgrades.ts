import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { limitTo, toPage } from '../../../platform/postgres/list-query.ts';
import { requireDevice } from '../../devices/index.ts';
import { progressOf, upgradeScope, withTimes } from './upgrade-view.ts';

type Route = (typeof routes)['listDeviceUpgrades'];
type Row = Omit<RouteOutput<Route>['rows'][number], 'beganAt' | 'endedAt'> & {
  beganAt: Date | null;
  endedAt: Date | null;
};

/** Upgrades of a device that the actor's side began, newest first. Throws AppError `deviceNotFound`. */
export async function listDeviceUpgrades(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  deviceId: number,
  paging: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireDevice(db, actor, deviceId, 'firmware.upgrade');
  const from = sql`firmware_upgrade_devices one JOIN firmware_upgrades ON firmware_upgrades.id = one.upgrade_id
    WHERE one.device_id = ${deviceId} AND ${upgradeScope(actor)}`;
  const { rows } = await sql<Row>`
    SELECT firmware_upgrades.id, one.wave, one.state, one.attempt, one.failure, one.detail, ${progressOf(clock.now())},
           json_build_object('id', firmware.id, 'name', firmware.name, 'version', firmware.version) AS firmware,
           CASE WHEN users.id IS NULL THEN NULL ELSE json_build_object('id', users.id, 'name', users.name) END AS by
      FROM firmware_upgrade_devices one JOIN firmware_upgrades ON firmware_upgrades.id = one.upgrade_id
      JOIN firmware ON firmware.id = firmware_upgrades.firmware_id LEFT JOIN users ON users.id = firmware_upgrades.user_id
     WHERE one.device_id = ${deviceId} AND ${upgradeScope(actor)} ORDER BY one.upgrade_id DESC ${limitTo(paging)}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM ${from}`.execute(db);
  return toPage(paging, counted.rows[0]!.total, rows.map(withTimes));
}
