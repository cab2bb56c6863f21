import { sql, type SqlBool } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { spokenFor } from '../../platform/postgres/same-home.ts';
import { doubtAt } from './judge-connection.ts';
import { isMixedUp, isOwnAddress, SIBLINGS } from './own-address.ts';

/** What is known of the newest connection of a logger. */
interface Link {
  open: boolean | null;
  doubt: Parameters<typeof doubtAt>[0]['doubt'];
  doubtedSince: Date | null;
}

/** Whether a connection of a V5 logger may carry what is sent to devices. */
export function mayCarry(setting: Platform['config']['v5Commands'], link: Link, now: number): boolean {
  if (!link.open || setting === 'off') return false;
  if (setting === 'on') return true;
  return doubtAt({ doubt: link.doubt, doubtedSince: link.doubtedSince?.getTime() ?? null }, now) === null;
}

/**
 * Whether this connection is the newest one of a logger and what it says of devices may be kept as theirs. While no other one of the logger was ever
 * believed, its word is the only one there is.
 */
export async function isBelieved(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  loggerId: number,
  connection: string,
): Promise<boolean> {
  const link = await db
    .selectFrom('loggerConnections')
    .select(['doubt', 'doubtedSince'])
    .where('deviceId', '=', loggerId)
    .where('connection', '=', connection)
    .executeTakeFirst();
  if (!link) return false;
  const { doubt, doubtedSince } = link;
  const stands = doubtAt({ doubt, doubtedSince: doubtedSince?.getTime() ?? null }, clock.now());
  return config.v5Commands === 'on' || stands === null || stands === 'first';
}

/** Whether this connection is the newest one of the logger that speaks for a device, and may carry what is sent to it at a Modbus address, which is its alone. */
export async function carriesFor(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { sn, connection, slave }: { sn: string; connection: string; slave: number },
): Promise<boolean> {
  const link = await db
    .selectFrom('devices')
    .innerJoin('devices as logger', (join) =>
      join.onRef('logger.id', '=', 'devices.parentId').on(spokenFor('devices', 'logger')),
    )
    .innerJoin('loggerConnections as link', 'link.deviceId', 'logger.id')
    .select(['link.open', 'link.doubt', 'link.doubtedSince', 'devices.profileId', 'devices.attributes'])
    .select(SIBLINGS.as('siblings'))
    .where('devices.sn', '=', sn)
    .where('link.connection', '=', connection)
    .where(sql<SqlBool>`logger.secret_revoked_at IS NULL AND logger.blocked_at IS NULL`)
    .executeTakeFirst();
  if (!link || !isOwnAddress(link, slave) || isMixedUp(link)) return false;
  return mayCarry(config.v5Commands, link, clock.now());
}
