import type { AlarmLevel } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export interface AlarmsTable {
  id: Generated<number>;
  stationId: number | null;
  deviceId: number;
  type: 'deviceFault' | 'offline';
  code: string;
  level: AlarmLevel;
  textKey: string;
  handling: Generated<'unhandled' | 'confirmed' | 'processed'>;
  beganAt: Date;
  lastSeenAt: Date;
  recoveredAt: Date | null;
  count: Generated<number>;
}

export interface AlarmsTables {
  alarms: AlarmsTable;
}
