import type { Alarm } from '@sunfleet/contract';

/** An alarm of a station as the bus tells it. */
export const liveAlarm = (station: { id: number; name: string }, changes: Partial<Alarm> = {}): Alarm => ({
  id: 1,
  level: 'general',
  textKey: 'faults.platform.offline',
  code: 'offline',
  type: 'offline',
  station: { id: station.id, name: station.name, timeZone: 'UTC' },
  device: { id: 5, sn: 'SN1234567890', kind: 'inverter' },
  beganAt: 1,
  lastSeenAt: 1,
  recoveredAt: null,
  count: 1,
  handling: 'unhandled',
  handled: null,
  assignee: null,
  shield: null,
  loss: null,
  ...changes,
});
