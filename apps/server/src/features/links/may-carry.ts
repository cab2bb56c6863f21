import { sql, type SqlBool } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { spokenFor } from '../../platform/postgres/same-home.ts';
import { doubtAt } from './judge-connection.ts';

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

/** Whether this connection is the newest one of the logger that speaks for a device, and may carry what is sent to it. */
export async function carriesFor(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { sn, connection }: { sn: string; connection: string },
): Promise<boolean> {
  const link = await db
    .selectFrom('devices')
    .innerJoin('devices as logger', (join) =>
      join.onRef('logger.id', '=', 'devices.parentId').on(spokenFor('devices', 'logger')),
    )
    .innerJoin('loggerConnections as link', 'link.deviceId', 'logger.id')
    .select(['link.open', 'link.doubt', 'link.doubtedSince'])
    .where('devices.sn', '=', sn)
    .where('link.connection', '=', connection)
    .where(sql<SqlBool>`logger.secret_revoked_at IS NULL AND logger.blocked_at IS NULL`)
    .executeTakeFirst();
  return link !== undefined && mayCarry(config.v5Commands, link, clock.now());
}
