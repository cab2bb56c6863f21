import type { Alarm } from '@sunfleet/contract';
import { useFaultText } from './use-fault-text.ts';

/** Name of an alarm, with how often it came back within the hour: `Grid lost ×3`. */
export function useAlarmName(): (alarm: Alarm) => string {
  const textOf = useFaultText();
  return ({ textKey, code, count }) => `${textOf(textKey, code).name}${count > 1 ? ` ×${count}` : ''}`;
}
