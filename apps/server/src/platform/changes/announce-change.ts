import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';

/** PostgreSQL's channel on which servers learn of changes, once the transaction that made them is committed. */
export const CHANGES_CHANNEL = 'changes';
/** Parameters of one statement are limited. */
const MOST_AT_ONCE = 10_000;

/** What changed: caches of these devices and stations are stale, people may do more or less than before. */
export interface Announcement {
  devices?: Iterable<number>;
  stations?: Iterable<number>;
  /** Devices of which stored values are gone: what memory made of these is wrong. */
  measurementsOf?: Iterable<number>;
  /** Devices that brought new custom points. */
  pointsOf?: Iterable<number>;
  /** Devices of which people handled alarms that stand, or keep them quiet. */
  alarmsOf?: Iterable<number>;
  /** Rules for alarms are others than before. */
  alarmRules?: true;
  /** The installation shows other texts than before. */
  texts?: true;
  /** Anybody may do more or less than before. */
  access?: true;
  /** These people may; nobody else is concerned. Null: whoever it was, so everybody. */
  accessOf?: Iterable<number | null>;
  /** An organisation that records custom points otherwise from now on. */
  recordingsOf?: number;
  /** A profile of an organisation: one row, however many devices name it. */
  ownProfile?: number;
}

/**
 * Announces a change of configuration in the transaction that makes it. After the commit every server publishes it on its bus;
 * after a rollback no server does.
 */
export async function announceChange(
  trx: Db,
  {
    devices = [],
    stations = [],
    measurementsOf = [],
    pointsOf = [],
    alarmsOf = [],
    alarmRules,
    texts,
    access,
    accessOf = [],
    recordingsOf,
    ownProfile,
  }: Announcement,
): Promise<void> {
  const rows = [
    ...Array.from(devices, (subject) => ({ topic: 'deviceChanged' as const, subject })),
    ...Array.from(stations, (subject) => ({ topic: 'stationChanged' as const, subject })),
    ...Array.from(measurementsOf, (subject) => ({ topic: 'measurementsRemoved' as const, subject })),
    ...Array.from(pointsOf, (subject) => ({ topic: 'pointsChanged' as const, subject })),
    ...Array.from(alarmsOf, (subject) => ({ topic: 'alarmsChanged' as const, subject })),
    ...(alarmRules ? [{ topic: 'alarmRulesChanged' as const, subject: null }] : []),
    ...(texts ? [{ topic: 'textsChanged' as const, subject: null }] : []),
    ...(access ? [{ topic: 'accessChanged' as const, subject: null }] : []),
    ...Array.from(accessOf, (subject) => ({ topic: 'accessChanged' as const, subject })),
    ...(recordingsOf === undefined ? [] : [{ topic: 'recordingsChanged' as const, subject: recordingsOf }]),
    ...(ownProfile === undefined ? [] : [{ topic: 'ownProfileChanged' as const, subject: ownProfile }]),
  ];
  if (rows.length === 0) return;
  for (let start = 0; start < rows.length; start += MOST_AT_ONCE) {
    await trx
      .insertInto('changes')
      .values(rows.slice(start, start + MOST_AT_ONCE))
      .execute();
  }
  await sql`SELECT pg_notify(${CHANGES_CHANNEL}, '')`.execute(trx);
}
