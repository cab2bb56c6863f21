import type { StationEnding } from '@sunfleet/contract';
import { sql } from 'kysely';
import { maskTyped } from '../../platform/mask-contact.ts';
import type { Db } from '../../platform/postgres/client.ts';

type Obstacle = StationEnding['open'][number];

/** More of them say nothing more. */
const MOST = 20;

/** What depends on a station and is open: offers that wait for an answer, disputes, imports, commands under way. Each by a name that people know. */
export async function readObstacles(
  db: Db,
  { stationId, now }: { stationId: number; now: number },
): Promise<Obstacle[]> {
  const at = new Date(now);
  const { rows } = await sql<Obstacle>`
    SELECT kind, name FROM (
      SELECT 'handOver' AS kind, coalesce(to_account, to_code, '') AS name FROM hand_overs
       WHERE station_id = ${stationId} AND state = 'pending' AND expires_at > ${at}
      UNION ALL
      SELECT 'grant', coalesce(g.to_account, g.to_code, '') FROM grants g JOIN grant_stations gs ON gs.grant_id = g.id
       WHERE gs.station_id = ${stationId} AND g.state = 'pending' AND g.ends_at > ${at}
      UNION ALL
      SELECT 'dispute', disputes.sn FROM disputes
       WHERE disputes.state = 'open' AND (disputes.station_id = ${stationId} OR EXISTS (
         SELECT 1 FROM devices WHERE devices.id = disputes.device_id AND devices.station_id = ${stationId}))
      UNION ALL
      SELECT 'import', file_name FROM imports
       WHERE station_id = ${stationId} AND state IN ('checking', 'importing', 'undoing')
      UNION ALL
      SELECT 'command', devices.sn FROM commands JOIN devices ON devices.id = commands.device_id
       WHERE devices.station_id = ${stationId} AND commands.state IN ('queued', 'sent') AND commands.ended_at IS NULL
    ) AS open LIMIT ${MOST}`.execute(db);
  const isOffer = ({ kind }: Obstacle) => kind === 'handOver' || kind === 'grant';
  return rows.map((one) => (isOffer(one) ? { ...one, name: maskTyped(one.name) } : one));
}
