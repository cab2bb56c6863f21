import { pointByKey } from '@sunfleet/device-model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointNameKey } from './point-name.ts';

/** Name of a point in the page's language. A custom point is called as its organisation calls it (`named`), else by its key. */
export function usePointName(): (point: string, named?: string | null) => string {
  const { t } = useTranslation('points');
  return useCallback(
    (point, named) => {
      if (!pointByKey(point)) return named ?? point;
      const { key, n } = pointNameKey(point);
      return t(`name.${key}` as 'name.pv_voltage', { n });
    },
    [t],
  );
}
