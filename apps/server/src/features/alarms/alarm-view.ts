import type { Alarm } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { shieldAt } from '../alarm-shields/index.ts';

/** Alarms with their station and device, as every reader here selects them. Those of devices without a station included. */
export function alarmsWithObjects(db: Db) {
  return db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.deviceId')
    .leftJoin('stations', 'stations.id', 'alarms.stationId');
}

/** The worse the alarm, the higher. */
export const LEVEL_RANK = sql<number>`array_position(ARRAY['tip', 'general', 'emergency'], alarms.level)`;

const HANDLER = sql<string | null>`(SELECT users.name FROM users WHERE users.id = alarms.handled_by)`;

const ASSIGNEE = sql<Alarm['assignee']>`(SELECT json_build_object('id', users.id, 'name', users.name)
  FROM users WHERE users.id = alarms.assigned_to)`;

const COLUMNS = [
  'alarms.id',
  'alarms.level',
  'alarms.textKey',
  'alarms.code',
  'alarms.type',
  'alarms.beganAt',
  'alarms.lastSeenAt',
  'alarms.recoveredAt',
  'alarms.count',
  'alarms.stationId',
  'stations.name as stationName',
  'stations.timeZone',
  'alarms.deviceId',
  'devices.sn',
  'devices.kind',
  'alarms.handling',
  'alarms.handledAt',
  HANDLER.as('handledBy'),
  ASSIGNEE.as('assignee'),
  'alarms.lost',
] as const;

/** What `toAlarm` reads; shields as they are at `now`. */
export const alarmColumns = (now: number) => [...COLUMNS, shieldAt(now).as('shield')] as const;

export interface AlarmRow {
  id: number;
  level: Alarm['level'];
  textKey: string;
  code: string;
  type: Alarm['type'];
  beganAt: Date;
  lastSeenAt: Date;
  recoveredAt: Date | null;
  count: number;
  stationId: number | null;
  stationName: string | null;
  timeZone: string | null;
  deviceId: number;
  sn: string;
  kind: string;
  handling: Alarm['handling'];
  handledAt: Date | null;
  /** Name. */
  handledBy: string | null;
  assignee: Alarm['assignee'];
  shield: Alarm['shield'];
  /** Wh */
  lost: number | null;
  /** Only of those who may see prices. */
  lostAmount?: number | null;
  lostCurrency?: string | null;
}

export function toAlarm(row: AlarmRow): Alarm {
  const { stationId, stationName, timeZone } = row;
  return {
    id: row.id,
    level: row.level,
    textKey: row.textKey,
    code: row.code,
    type: row.type,
    station:
      stationId !== null && stationName !== null && timeZone !== null
        ? { id: stationId, name: stationName, timeZone }
        : null,
    device: { id: row.deviceId, sn: row.sn, kind: row.kind },
    beganAt: row.beganAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    recoveredAt: row.recoveredAt?.getTime() ?? null,
    count: row.count,
    handling: row.handling,
    handled: row.handledAt && { at: row.handledAt.getTime(), by: row.handledBy },
    assignee: row.assignee,
    shield: row.shield,
    loss: lossOf(row),
  };
}

function lossOf({ lost, lostAmount: amount = null, lostCurrency: currency = null }: AlarmRow): Alarm['loss'] {
  if (lost === null) return null;
  return {
    energy: Math.round(lost),
    money: amount === null || currency === null ? null : { amount: Math.round(amount), currency },
  };
}
