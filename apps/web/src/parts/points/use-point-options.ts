import { type PointDef, POINTS } from '@sunfleet/device-model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePointName } from './use-point-name.ts';

interface PointOption {
  value: string;
  label: string;
}

export interface PointOptionGroup {
  label: string;
  options: readonly PointOption[];
}

/** Points of the catalogue by group, named in the page's language. `isOffered` is a function of a module: its identity must not change. */
export function useCataloguePoints(isOffered: (point: PointDef) => boolean): readonly PointOptionGroup[] {
  const { t } = useTranslation('points');
  const nameOf = usePointName();
  return useMemo(() => {
    const points = POINTS.filter(isOffered);
    return [...new Set(points.map(({ group }) => group))].map((group) => ({
      label: t(`group.${group}`),
      options: points
        .filter((point) => point.group === group)
        .map(({ key }) => ({ value: key, label: nameOf(key) })),
    }));
  }, [t, nameOf, isOffered]);
}
