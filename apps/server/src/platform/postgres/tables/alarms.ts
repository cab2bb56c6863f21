import type { AlarmLevel, AlarmType } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export interface AlarmsTable {
  id: Generated<number>;
  stationId: number | null;
  deviceId: number;
  type: AlarmType;
  code: string;
  level: AlarmLevel;
  textKey: string;
  handling: Generated<'unhandled' | 'confirmed' | 'processed'>;
  beganAt: Date;
  lastSeenAt: Date;
  recoveredAt: Date | null;
  count: Generated<number>;
  /** Number of its newest change. */
  change: Generated<number>;
}

/** Fault words as alarms were last decided from them. */
export interface FaultWordsTable {
  deviceId: number;
  time: Date;
  points: number[];
  values: number[];
}

/** How many alarms a device began, or told of its past, within the span that runs. */
interface AlarmRoomsTable {
  deviceId: number;
  kind: 'new' | 'past';
  until: Date;
  used: number;
}

export interface AlarmsTables {
  alarms: AlarmsTable;
  faultWords: FaultWordsTable;
  alarmRooms: AlarmRoomsTable;
}
