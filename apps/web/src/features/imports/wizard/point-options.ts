import { isPointKey, pointByKey, POINTS } from '@sunfleet/device-model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePointName } from '../../../parts/points/use-point-name.ts';

interface PointOption {
  value: string;
  label: string;
}

export interface PointOptionGroup {
  label: string;
  options: readonly PointOption[];
}

/** Every measured point of the catalogue by group, named in the page's language. Words of fault bits are no history to import. */
export function usePointOptions(): readonly PointOptionGroup[] {
  const { t } = useTranslation('points');
  const nameOf = usePointName();
  return useMemo(() => {
    const points = POINTS.filter(({ kind }) => kind !== 'bits');
    return [...new Set(points.map(({ group }) => group))].map((group) => ({
      label: t(`group.${group}`),
      options: points
        .filter((point) => point.group === group)
        .map(({ key }) => ({ value: key, label: nameOf(key) })),
    }));
  }, [t, nameOf]);
}

/** The key of a custom point that a typed text stands for. Undefined for points of the catalogue and for texts that are no key. */
export function customKey(text: string): string | undefined {
  const key = text.trim();
  return key !== '' && isPointKey(key) && !pointByKey(key) ? key : undefined;
}
