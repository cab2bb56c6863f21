import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isPointKey, pointByKey, type PointDef } from '@sunfleet/device-model';
import { type PointOptionGroup, useCataloguePoints } from '../../../parts/points/use-point-options.ts';
import { labelOfPoint, type ImportPoint } from './use-import-points.ts';

const isMeasured = ({ kind }: PointDef): boolean => kind !== 'bits';

/**
 * The custom points of the organisation, then every measured point of the catalogue by group, named in the page's language. Words of fault
 * bits are no history to import.
 */
export function usePointOptions(own: readonly ImportPoint[]): readonly PointOptionGroup[] {
  const { t } = useTranslation('imports');
  const groups = useCataloguePoints(isMeasured);
  return useMemo(() => {
    if (own.length === 0) return groups;
    const options = own.map((point) => ({ value: point.key, label: labelOfPoint(point) }));
    return [{ label: t('columns.ownGroup'), options }, ...groups];
  }, [t, groups, own]);
}

/** The key of a custom point that a typed text stands for. Undefined for points of the catalogue and for texts that are no key. */
export function customKey(text: string): string | undefined {
  const key = text.trim();
  return key !== '' && isPointKey(key) && !pointByKey(key) ? key : undefined;
}
