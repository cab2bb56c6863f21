import { sql, type Selectable, type Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { LoggerConnection } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { LoggerConnectionsTable } from '../../platform/postgres/tables/devices.ts';
import { isLoud, judgeConnection, type LinkTrust } from './judge-connection.ts';
import { isAllowed, linkNetwork } from './link-network.ts';
import { MAY_CONNECT } from './may-connect.ts';
import { noteHealth } from './note-health.ts';
import { tellOwner } from './tell-owner.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;
type Row = Selectable<LoggerConnectionsTable>;

/** What people said, or the platform knows, of where a logger connects from. */
export type LinkRules = Pick<Row, 'allowedNetworks' | 'trustedNetwork'>;

/** `replaces`: whether another connection of the logger lives, as the gateways answered. */
type JudgedConnection = Omit<LoggerConnection, 'replaces'> & {
  replaces: Awaited<ReturnType<LoggerConnection['replaces']>>;
};

/** Where no other server can be asked, an open connection lives if its logger gave a sign of life within this time: gateways close silent ones. */
const LIVING_MS = 400_000;
/** An owner is not told more often, however often a stranger connects. */
const TELL_EVERY_MS = 6 * 3_600_000;

/**
 * Judges a new connection of a V5 logger over everything that any server knows of the ones before. False: it may not connect, because its
 * address is not one of those a person allowed, because the serial number is that of a device that proves itself by a secret or that is no
 * logger, or because a person revoked the device. Else its epoch. `learned` hears what holds for the logger, where there is a row.
 */
export async function noteConnection(
  platform: Parts,
  loggerId: number,
  { connection, address, replaces }: JudgedConnection,
  learned?: (rules: LinkRules) => void,
): Promise<number | false> {
  const { db, clock } = platform;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, loggerId);
    if (row) learned?.({ allowedNetworks: row.allowedNetworks, trustedNetwork: row.trustedNetwork });
    if (!row || !isAllowed(address, row.allowedNetworks)) return false;
    const living = replaces ?? (row.open && (row.lastSeenAt?.getTime() ?? 0) > now - LIVING_MS);
    const before = toTrust(row);
    const after = judgeConnection(before, { network: linkNetwork(address), replaces: living, now });
    const news = isLoud(after.doubt) && (row.toldAt?.getTime() ?? 0) <= now - TELL_EVERY_MS;
    const { epoch } = await trx
      .updateTable('loggerConnections')
      .set((eb) => ({
        ...after,
        epoch: eb('epoch', '+', 1),
        connection,
        address,
        open: true,
        doubtedSince: after.doubtedSince === null ? null : new Date(after.doubtedSince),
        replacedAt: [...after.replacedAt],
        ...(news ? { toldAt: new Date(now) } : {}),
      }))
      .where('deviceId', '=', loggerId)
      .returning('epoch')
      .executeTakeFirstOrThrow();
    if (row.connection !== null) await noteHealth(trx, loggerId, { now, reconnects: 1 });
    if (news) await tellDoubt(trx, platform, { loggerId, address, before, after });
    if (before.doubt !== after.doubt) await announceChange(trx, { devices: [loggerId] });
    return epoch;
  });
}

/** What holds for a logger, without waiting for whoever judges one of its connections. */
export async function readRules(db: Db, loggerId: number): Promise<LinkRules | undefined> {
  return db
    .selectFrom('loggerConnections')
    .select(['allowedNetworks', 'trustedNetwork'])
    .where('deviceId', '=', loggerId)
    .executeTakeFirst();
}

/** The connection ended. False, and nothing changes, where a newer one is there already. */
export async function noteEnd(db: Db, loggerId: number, connection: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('loggerConnections')
    .set({ open: false })
    .where('deviceId', '=', loggerId)
    .where('connection', '=', connection)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The logger's row, made where there is none. Undefined for a device as which nobody may be there over V5. */
async function lockRow(
  trx: Transaction<Tables>,
  loggerId: number,
): Promise<(Row & { lastSeenAt: Date | null }) | undefined> {
  await sql`
    INSERT INTO logger_connections (device_id)
    SELECT devices.id FROM devices LEFT JOIN device_states ON device_states.device_id = devices.id
     WHERE devices.id = ${loggerId} AND ${MAY_CONNECT}
    ON CONFLICT DO NOTHING`.execute(trx);
  return trx
    .selectFrom('loggerConnections')
    .innerJoin('devices', 'devices.id', 'loggerConnections.deviceId')
    .leftJoin('deviceStates', 'deviceStates.deviceId', 'loggerConnections.deviceId')
    .selectAll('loggerConnections')
    .select('deviceStates.lastSeenAt')
    .where('loggerConnections.deviceId', '=', loggerId)
    .where(MAY_CONNECT)
    .forUpdate('loggerConnections')
    .executeTakeFirst();
}

function toTrust({ network, trustedNetwork, doubt, doubtedSince, replacedAt }: Row): LinkTrust {
  return { network, trustedNetwork, doubt, doubtedSince: doubtedSince?.getTime() ?? null, replacedAt };
}

interface Doubted {
  loggerId: number;
  address: string;
  before: LinkTrust;
  after: LinkTrust;
}

/** Writes down that a logger is doubted and tells the owner of its station. Nobody expects anything of one without a station. */
async function tellDoubt(
  trx: Transaction<Tables>,
  platform: Parts,
  { loggerId, address, before, after }: Doubted,
): Promise<void> {
  const logger = await trx
    .selectFrom('devices')
    .innerJoin('stations', 'stations.id', 'devices.stationId')
    .select(['devices.sn', 'stations.id as stationId', 'stations.organisationId', 'stations.ownerId'])
    .select('stations.name as station')
    .where('devices.id', '=', loggerId)
    .executeTakeFirst();
  if (!logger) return;
  await writeAudit(
    trx,
    { actor: systemActor, address },
    {
      action: 'devices.doubt',
      objectType: 'device',
      objectId: loggerId,
      stationId: logger.stationId,
      organisationId: logger.organisationId,
      before: { network: before.trustedNetwork },
      after: { network: after.network },
    },
  );
  await tellOwner(trx, platform, { loggerId, ...logger });
}
