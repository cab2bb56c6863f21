import { RUN_MODES } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

/** Text of a point's value: run modes as words, fault words as hexadecimal, all else as a figure with its unit. */
export function usePointValue(): (key: string, value: number | null, unit: string) => string {
  const { t } = useTranslation('points');
  const format = useFormat();
  return useCallback(
    (key, value, unit) => {
      const mode = key === 'state' && value !== null ? RUN_MODES[value] : undefined;
      if (mode) return t(`runMode.${mode}`);
      if (value !== null && pointByKey(key)?.kind === 'bits') return hex(value);
      return format.value(value, unit);
    },
    [t, format],
  );
}

const hex = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(4, '0')}`;
