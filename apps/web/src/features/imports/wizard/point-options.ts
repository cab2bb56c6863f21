import { isPointKey, pointByKey, type PointDef } from '@sunfleet/device-model';
import { type PointOptionGroup, useCataloguePoints } from '../../../parts/points/use-point-options.ts';

const isMeasured = ({ kind }: PointDef): boolean => kind !== 'bits';

/** Every measured point of the catalogue by group, named in the page's language. Words of fault bits are no history to import. */
export const usePointOptions = (): readonly PointOptionGroup[] => useCataloguePoints(isMeasured);

/** The key of a custom point that a typed text stands for. Undefined for points of the catalogue and for texts that are no key. */
export function customKey(text: string): string | undefined {
  const key = text.trim();
  return key !== '' && isPointKey(key) && !pointByKey(key) ? key : undefined;
}
