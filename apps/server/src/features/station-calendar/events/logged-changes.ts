import { localDayOf } from '@sunfleet/analysis';
import type { AuditAction, CalendarEventKind } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { readAuditScope } from '../../audit/index.ts';
import { type Asked, type Happening, MOST_OF_SOURCE } from './happening.ts';

/** What of the log belongs into a calendar. */
const KIND_OF: Partial<Record<AuditAction, CalendarEventKind>> = {
  'stations.edit': 'edited',
  'stations.setDesign': 'designEdited',
  'stations.setTariffs': 'tariffsEdited',
  'tariffs.edit': 'tariffsEdited',
  'stations.end': 'ended',
  'stations.restore': 'restored',
  'stations.acceptHandOver': 'handedOver',
  'devices.create': 'deviceAdded',
  'devices.bind': 'deviceAdded',
  'devices.accept': 'deviceAdded',
  'devices.edit': 'deviceEdited',
  'devices.unbind': 'deviceRemoved',
};

interface Row {
  at: Date;
  action: AuditAction;
  by: string | null;
  sn: string | null;
}

/** What was changed at the station, as far as the actor reads its log. */
export async function loggedChanges(
  db: Db,
  actor: Actor,
  { id, timeZone, start, end }: Asked,
): Promise<Happening[]> {
  const { rows } = await sql<Row>`
    SELECT a.at, a.action, users.name AS by, coalesce(a.after->>'sn', a.before->>'sn') AS sn
      FROM audit_log a LEFT JOIN users ON users.id = a.user_id
     WHERE a.station_id = ${id} AND a.allowed AND a.action = ANY(${Object.keys(KIND_OF)})
       AND a.at >= ${new Date(start)} AND a.at < ${new Date(end)} AND ${await readAuditScope(db, actor)}
     ORDER BY a.id DESC LIMIT ${MOST_OF_SOURCE}`.execute(db);
  return rows.map(({ at, action, by, sn }) => {
    const day = localDayOf(at.getTime(), timeZone);
    return { kind: KIND_OF[action]!, from: day, to: day, at: at.getTime(), by, subject: sn };
  });
}
