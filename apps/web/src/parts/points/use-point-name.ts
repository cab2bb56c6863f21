import { pointByKey } from '@sunfleet/device-model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointNameKey } from './point-name.ts';

/** Name of a point in the page's language. A custom point is named by its key. */
export function usePointName(): (point: string) => string {
  const { t } = useTranslation('points');
  return useCallback(
    (point) => {
      if (!pointByKey(point)) return point;
      const { key, n } = pointNameKey(point);
      return t(`name.${key}` as 'name.pv_voltage', { n });
    },
    [t],
  );
}
