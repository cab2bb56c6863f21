import { localDayOf } from '@sunfleet/analysis';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Mask } from '../../accounts/index.ts';
import { type Asked, type Happening, MOST_OF_SOURCE } from './happening.ts';

/** A night is no outage. */
const SHORTEST = '1 day';

/** Silences of devices of a day and longer. */
export async function outages(
  db: Db,
  { id, timeZone, start, end }: Asked,
  { now, mask }: { now: number; mask: Mask },
): Promise<Happening[]> {
  const until = sql<Date>`coalesce(alarms.recovered_at, ${new Date(now)})`;
  const rows = await db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.deviceId')
    .select(['beganAt', 'recoveredAt', 'devices.sn', until.as('until')])
    // The name of a device that has left is what somebody else calls it.
    .select(
      sql<string | null>`CASE WHEN devices.station_id = alarms.station_id THEN devices.name END`.as('name'),
    )
    .where('alarms.stationId', '=', id)
    .where('alarms.type', '=', 'offline')
    .where('beganAt', '<', new Date(end))
    .where(until, '>=', new Date(start))
    .where(sql<boolean>`${until} - alarms.began_at >= ${SHORTEST}::interval`)
    .orderBy('beganAt', 'desc')
    .limit(MOST_OF_SOURCE)
    .execute();
  return rows.map(({ beganAt, recoveredAt, until: last, sn, name }) => ({
    kind: 'outage',
    from: localDayOf(beganAt.getTime(), timeZone),
    to: localDayOf(last.getTime(), timeZone),
    open: recoveredAt === null,
    at: beganAt.getTime(),
    subject: mask.active ? mask.sn(sn) : (name ?? sn),
  }));
}
