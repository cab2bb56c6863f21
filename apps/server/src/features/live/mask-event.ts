import type { LiveEvent } from '@sunfleet/contract';
import { maskFor } from '../accounts/index.ts';
import { maskAlarm } from '../alarms/index.ts';

const mask = maskFor({ role: 'visitor', access: null });

/** An event as visitors get it: alarms are masked as they are in lists. */
export function maskEvent(event: LiveEvent): LiveEvent {
  return event.type === 'alarm' ? { ...event, alarm: maskAlarm(mask, event.alarm) } : event;
}
