import type { LiveEvent } from '@sunfleet/contract';
import { maskFor } from '../accounts/index.ts';

const mask = maskFor({ role: 'visitor', access: null });

/** An event as visitors get it: the serial number of an alarm's device is masked, as it is in lists. */
export function maskEvent(event: LiveEvent): LiveEvent {
  if (event.type !== 'alarm' || !event.alarm.device) return event;
  const { alarm } = event;
  return {
    ...event,
    alarm: { ...alarm, device: { ...event.alarm.device, sn: mask.sn(event.alarm.device.sn) } },
  };
}
