import { LIMITS, type RouteOutput, type RouteRequest, type routes } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { limitTo, toPage } from '../../../platform/postgres/list-query.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { numberThen } from '../../devices/index.ts';
import { ofOrganisations } from '../../organisations/index.ts';
import { deviceScope, reachesAllDevices } from '../../scope/index.ts';

const devices = expressionBuilder<Tables, 'devices'>();

type View = RouteOutput<(typeof routes)['getFirmwareUpgrade']>;

/**
 * Condition on `firmware_upgrades`: the actor's own while it works there, and those of organisations in its scope, because two people begin one. Who reaches only some devices
 * directs upgrades of these alone.
 */
export const upgradeScope = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`((firmware_upgrades.organisation_id IS NULL OR ${ofOrganisations(actor, 'firmware_upgrades')})
    AND (firmware_upgrades.user_id = ${actor.userId} OR ${reachesAllDevices(actor, 'firmware.upgrade', DEVICES)} AND firmware_upgrades.organisation_id IS NOT NULL))`;

const DEVICES = sql`SELECT device_id FROM firmware_upgrade_devices WHERE upgrade_id = firmware_upgrades.id`;

async function viewUpgrades(
  { db }: Pick<Platform, 'db'>,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<View[]> {
  const { rows } = await sql<Omit<View, 'createdAt' | 'endedAt'> & { createdAt: Date; endedAt: Date | null }>`
    SELECT firmware_upgrades.id, firmware_upgrades.state, firmware_upgrades.created_at AS "createdAt", firmware_upgrades.ended_at AS "endedAt",
           json_build_object('id', firmware.id, 'name', firmware.name, 'version', firmware.version) AS firmware,
           CASE WHEN users.id IS NULL THEN NULL ELSE json_build_object('id', users.id, 'name', users.name) END AS by,
           coalesce((SELECT json_object_agg(state, n) FROM (SELECT state, count(*) AS n FROM firmware_upgrade_devices one
              WHERE one.upgrade_id = firmware_upgrades.id GROUP BY state) counted), '{}') AS devices
      FROM firmware_upgrades JOIN firmware ON firmware.id = firmware_upgrades.firmware_id LEFT JOIN users ON users.id = firmware_upgrades.user_id
     WHERE ${where} ORDER BY firmware_upgrades.id DESC ${end}`.execute(db);
  return rows.map(({ createdAt, endedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  }));
}

/** Throws AppError `firmwareUpgradeNotFound`. */
export async function getUpgrade(platform: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<View> {
  const where = sql<SqlBool>`firmware_upgrades.id = ${id} AND ${upgradeScope(actor)}`;
  const [found] = await viewUpgrades(platform, { where, end: sql`` });
  if (!found) throw new AppError('firmwareUpgradeNotFound', { id });
  return found;
}

/** The newest upgrades with a firmware. */
export const listUpgrades = (
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  { firmwareId }: { firmwareId: number },
): Promise<View[]> =>
  viewUpgrades(platform, {
    where: sql<SqlBool>`firmware_upgrades.firmware_id = ${firmwareId} AND ${upgradeScope(actor)}`,
    end: sql`LIMIT 50`,
  });

type Devices = (typeof routes)['listFirmwareUpgradeDevices'];
type Row = Omit<RouteOutput<Devices>['rows'][number], 'beganAt' | 'endedAt'> & {
  beganAt: Date | null;
  endedAt: Date | null;
};

const NUMBER_THEN = numberThen(sql`firmware_upgrades.created_at`);

/** How far a device of an upgrade is, as columns of `one` and `firmware`. */
export const progressOf = (now: number): RawBuilder<unknown> => sql`
  one.from_version AS "fromVersion", one.sent_bytes::float8 / firmware.bytes AS share, one.began_at AS "beganAt", one.ended_at AS "endedAt", one.late,
  (one.state IN ('transferring', 'installing') AND one.began_at < ${new Date(now - LIMITS.firmwareUsualMs)}) AS slow`;

/**
 * Devices of an upgrade in their order, what failed first. Of one that went elsewhere since it is told what became of it, and neither how its next owner
 * calls it nor the number of what took its place there.
 * Throws AppError `firmwareUpgradeNotFound`.
 */
export async function listUpgradeDevices(
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { id, state, ...paging }: RouteRequest<Devices>['query'] & { id: number },
): Promise<RouteOutput<Devices>> {
  await getUpgrade(platform, actor, id);
  const { db, clock } = platform;
  const isTheirs = deviceScope(actor)(devices);
  const where = sql`one.upgrade_id = ${id} AND ${state === undefined ? sql`true` : sql`one.state = ${state}`}`;
  const { rows } = await sql<Row>`
    SELECT json_build_object('id', devices.id, 'sn', CASE WHEN ${isTheirs} THEN devices.sn ELSE coalesce(${NUMBER_THEN}, devices.sn) END, 'name', CASE WHEN ${isTheirs} THEN devices.name END) AS device, one.wave, one.state, one.attempt, one.failure,
           one.detail, ${progressOf(clock.now())}
      FROM firmware_upgrade_devices one JOIN devices ON devices.id = one.device_id JOIN firmware_upgrades ON firmware_upgrades.id = one.upgrade_id
      JOIN firmware ON firmware.id = firmware_upgrades.firmware_id
     WHERE ${where} ORDER BY one.state NOT IN ('failed', 'timedOut', 'rolledBack'), one.wave, devices.sn ${limitTo(paging)}`.execute(
    db,
  );
  const counted = await sql<{
    total: number;
  }>`SELECT count(*) AS total FROM firmware_upgrade_devices one WHERE ${where}`.execute(db);
  return toPage(paging, counted.rows[0]!.total, rows.map(withTimes));
}

/** A row of a device of an upgrade with its times as they travel. */
export const withTimes = <R extends { beganAt: Date | null; endedAt: Date | null }>({
  beganAt,
  endedAt,
  ...row
}: R) => ({
  ...row,
  beganAt: beganAt?.getTime() ?? null,
  endedAt: endedAt?.getTime() ?? null,
});
