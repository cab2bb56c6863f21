import { type AlarmGroup, type AlarmGroupRow, type AlarmStatistics, LIGHT_STEPS } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';

/** What a row of a group is called. Several codes may have one name: then the code stands behind it. */
export function useGroupName(
  groups: AlarmStatistics['groups'],
): (group: AlarmGroup, row: AlarmGroupRow) => string {
  const textOf = useFaultText();
  const { t } = useTranslation('alarms');
  const nameOf = ({ key, name }: AlarmGroupRow) => (name === null ? key : textOf(name, key).name);
  const codes = new Map<string, Set<string>>();
  for (const row of [...groups.code, ...groups.loss]) {
    const name = nameOf(row);
    codes.set(name, (codes.get(name) ?? new Set()).add(row.key));
  }
  return (group, row) => {
    const { key, name } = row;
    if (group === 'code' || group === 'loss') {
      const own = nameOf(row);
      return (codes.get(own)?.size ?? 0) > 1 ? `${own} (${key})` : own;
    }
    if (group === 'hour') return `${key.padStart(2, '0')}:00`;
    if (group === 'light') return lightName(key, t);
    return (name ?? key) || UNKNOWN;
  };
}

/** The stretch of light that a step begins: `200–400 W/m²`. */
function lightName(key: string, t: TFunction<'alarms'>): string {
  if (key === '') return t('statistics.lightUnknown');
  const from = Number(key);
  const to = LIGHT_STEPS.find((step) => step > from);
  if (from === 0) return t('statistics.dark');
  return to === undefined ? `≥ ${from} W/m²` : `${from === 1 ? 0 : from}–${to} W/m²`;
}
