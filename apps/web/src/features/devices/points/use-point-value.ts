import { type PointDescription, RUN_MODES } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

/** A point as far as it says how its values are written. */
export type WrittenPoint = { key: string } & Pick<PointDescription, 'unit' | 'kind' | 'decimals'>;

/** Text of a point's value: run modes as words, fault words as hexadecimal, all else as a figure with its unit. */
export function usePointValue(): (point: WrittenPoint, value: number | null) => string {
  const { t } = useTranslation('points');
  const format = useFormat();
  return useCallback(
    ({ key, unit, kind, decimals }, value) => {
      const mode = key === 'state' && value !== null ? RUN_MODES[value] : undefined;
      if (mode) return t(`runMode.${mode}`);
      if (value !== null && kind === 'bits') return hex(value);
      return format.value(value, unit, decimals ?? undefined);
    },
    [t, format],
  );
}

const hex = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(4, '0')}`;
