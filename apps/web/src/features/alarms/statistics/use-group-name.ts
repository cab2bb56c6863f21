import type { AlarmGroup, AlarmGroupRow } from '@sunfleet/contract';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';

/** What a row of a group is called. */
export function useGroupName(): (group: AlarmGroup, row: AlarmGroupRow) => string {
  const textOf = useFaultText();
  return (group, { key, name }) => {
    if (group === 'code') return name === null ? key : textOf(name, key).name;
    if (group === 'hour') return `${key.padStart(2, '0')}:00`;
    return (name ?? key) || UNKNOWN;
  };
}
