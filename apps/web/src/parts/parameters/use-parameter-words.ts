import type { Parameter } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';

/** Parameters with a name in the reader's language, by the name of its text. */
const NAMES = {
  'work.mode': 'workMode',
  'work.priority': 'workPriority',
  'storage.mode': 'storageMode',
  'battery.reserve': 'batteryReserve',
  'battery.restart': 'batteryRestart',
  'battery.shutdown': 'batteryShutdown',
  'battery.gridCharging': 'gridCharging',
  'battery.chargeCurrentMax': 'chargeCurrentMax',
  'battery.dischargeCurrentMax': 'dischargeCurrentMax',
  'schedule.days': 'scheduleDays',
  'export.allowed': 'exportAllowed',
  'export.limit': 'exportLimit',
  'limit.power': 'powerLimit',
  'grid.voltageMax': 'voltageMax',
  'grid.voltageMin': 'voltageMin',
  'grid.frequencyMax': 'frequencyMax',
  'grid.frequencyMin': 'frequencyMin',
  'grid.reconnectTime': 'reconnectTime',
} as const;

/** What numbers of choices mean. */
const CHOICE_WORDS = [
  'off',
  'on',
  'exportFirst',
  'zeroExportToLoad',
  'zeroExportToMeter',
  'batteryFirst',
  'loadFirst',
  'weekdays',
  'weekend',
  'everyDay',
  'fromGrid',
  'fromGenerator',
  'fromBoth',
  'selfUse',
  'timeOfUse',
  'backup',
  'feedInFirst',
] as const;

type Shown = Pick<Parameter, 'form' | 'unit' | 'step' | 'choices'>;

/** Names and values of parameters in the reader's language. What has none keeps its own. */
export function useParameterWords() {
  const { t } = useTranslation('parameters');
  const format = useFormat();
  return useMemo(
    () => ({
      nameOf(key: string): string {
        const [, n, what] = /^schedule\.(\d)\.(start|soc|charging)$/.exec(key) ?? [];
        if (n) return t(`program.${what as 'start' | 'soc' | 'charging'}`, { n });
        return Object.hasOwn(NAMES, key) ? t(`name.${NAMES[key as keyof typeof NAMES]}`) : key;
      },
      choiceOf(word: string): string {
        const known = CHOICE_WORDS.find((each) => each === word);
        return known ? t(`choice.${known}`) : word;
      },
      valueOf(parameter: Shown | undefined, value: number | null | undefined): string {
        if (value === null || value === undefined) return UNKNOWN;
        if (!parameter) return format.number(value);
        if (parameter.form === 'time') return timeText(value);
        if (parameter.form === 'choice') {
          const word = parameter.choices.find((choice) => choice.value === value)?.word;
          return word === undefined
            ? t('unknownChoice', { value: format.number(value, 0) })
            : this.choiceOf(word);
        }
        return format.value(value, parameter.unit, digitsOf(parameter.step));
      },
    }),
    [t, format],
  );
}

/** `07:30` of a minute of the day, as fields of the browser take it. */
export function timeText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const digitsOf = (step: number): number => Math.max(0, Math.round(-Math.log10(step)));
