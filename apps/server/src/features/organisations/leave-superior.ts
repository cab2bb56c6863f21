import { PLATFORM_ROLES } from '@sunfleet/contract';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leaveGranted, noteEnded } from '../alarm-shields/index.ts';
import { holdStops, keepStop } from '../command-stops/index.ts';
import { endKeysOfSuperior } from './ingest-keys/end-keys-of-superior.ts';

interface Left {
  id: number;
  /** Its scope path of before. */
  scopePath: string;
  at: Date;
  by: number | null;
}

/**
 * Ends, after paths were rewritten, what people of superiors that do not manage an organisation any more left at its stations and those of the tight ones
 * below: authorisations, by which they or others would go on there for years, ingest keys, what their labels keep quiet, and SIM cards in devices. What an owner
 * gave stays, and what those gave who run the platform.
 */
export async function leaveSuperior(
  trx: Transaction<Tables>,
  platform: Pick<Platform, 'config'>,
  { id, scopePath, at, by }: Left,
): Promise<void> {
  const own = sql`(SELECT scope_path FROM organisations WHERE id = ${id})`;
  const isFar = sql`(starts_with(${scopePath}, maker.scope_path) AND NOT starts_with(${own}, maker.scope_path))`;
  const homes = sql`SELECT home.id FROM organisations home WHERE starts_with(home.scope_path, ${own})`;
  const givers = sql`SELECT users.id FROM users JOIN organisations maker ON maker.id = users.organisation_id
    WHERE ${isFar} AND users.role <> ALL(${[...PLATFORM_ROLES]}::text[])`;
  const isOpen = sql`g.state IN ('pending', 'accepted') AND g.created_by IN (${givers})`;
  const leaving = sql`stations.organisation_id IN (${homes}) AND stations.owner_id IS DISTINCT FROM g.created_by`;
  const named = sql`FROM grant_stations gs JOIN stations ON stations.id = gs.station_id WHERE gs.grant_id = g.id`;
  // One that names no other station keeps its stations, so that one reads what it was.
  const ended = await sql<{ id: number }>`
    UPDATE grants g SET state = 'revoked', revoked_at = ${at} WHERE ${isOpen} AND (g.organisation_id IN (${homes})
      OR (EXISTS (SELECT 1 ${named} AND ${leaving}) AND NOT EXISTS (SELECT 1 ${named} AND NOT (${leaving}))))
    RETURNING g.id`.execute(trx);
  const cut = await sql<{ grantId: number; stationId: number }>`
    DELETE FROM grant_stations gs USING grants g, stations
     WHERE g.id = gs.grant_id AND stations.id = gs.station_id AND ${isOpen} AND ${leaving}
    RETURNING gs.grant_id, gs.station_id`.execute(trx);
  const left = { now: at.getTime(), by };
  await leaveGranted(trx, { ...left, grantIds: ended.rows.map((grant) => grant.id) });
  const grantIds = [...new Set(cut.rows.map(({ grantId }) => grantId))];
  const stationIds = [...new Set(cut.rows.map(({ stationId }) => stationId))];
  await leaveGranted(trx, { ...left, grantIds, stationIds });
  await endKeysOfSuperior(trx, platform, { homes, makers: givers, at });
  await leaveCards(trx, {
    homes,
    left: sql`
    SELECT one.id FROM organisations one JOIN organisations maker ON ${isFar} AND starts_with(one.scope_path, maker.scope_path)
     WHERE NOT starts_with(one.scope_path, ${own})`,
  });
  const { rows } = await sql<{ id: number }>`
    UPDATE alarm_shields AS shield SET ended_at = least(shield.until, ${at}::timestamptz), ended_by = ${by}::bigint
      FROM alarm_shields AS parent JOIN organisations maker ON maker.id = parent.organisation_id, stations
     WHERE parent.id = shield.parent_id AND shield.ended_at IS NULL AND stations.id = shield.station_id
       AND ${isFar} AND stations.organisation_id IN (${homes})
    RETURNING shield.id`.execute(trx);
  const shieldIds = rows.map((row) => row.id);
  await noteEnded(trx, { shieldIds, at, by });
  await holdStops(trx);
  await keepStop(trx, id, isFar);
}

/**
 * Takes cards of either side out of devices of the other, which somebody who managed both put there: who has such a device would read the number of a card of
 * others, and have it renewed at their cost.
 */
async function leaveCards(
  trx: Transaction<Tables>,
  { homes, left }: { homes: RawBuilder<unknown>; left: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    UPDATE sim_cards AS card SET device_id = NULL, revision = card.revision + 1 FROM devices
     WHERE devices.id = card.device_id AND (card.organisation_id IN (${left}) AND devices.organisation_id IN (${homes})
       OR card.organisation_id IN (${homes}) AND devices.organisation_id IN (${left}))`.execute(trx);
}
