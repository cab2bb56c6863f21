import type { Alarm } from '@sunfleet/contract';
import type { Mask } from '../accounts/index.ts';

/** An alarm as somebody may see it: visitors see neither whole serial numbers nor in whose hands it is or was. */
export function maskAlarm(mask: Mask, alarm: Alarm): Alarm {
  if (!mask.active) return alarm;
  return {
    ...alarm,
    device: alarm.device && { ...alarm.device, sn: mask.sn(alarm.device.sn) },
    // What a station should give tells its place.
    loss: null,
    handled: alarm.handled && { ...alarm.handled, by: null },
    // The number of an account would tell which alarms are in the same hands.
    assignee: null,
  };
}
