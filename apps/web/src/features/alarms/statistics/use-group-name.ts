import { type AlarmGroup, type AlarmGroupRow, LIGHT_STEPS } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';

/** What a row of a group is called. */
export function useGroupName(): (group: AlarmGroup, row: AlarmGroupRow) => string {
  const textOf = useFaultText();
  const { t } = useTranslation('alarms');
  return (group, { key, name }) => {
    if (group === 'code' || group === 'loss') return name === null ? key : textOf(name, key).name;
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
