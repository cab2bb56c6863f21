import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/use-format.ts';

/** The installed capacity of a station, or that nobody stated it: rows that were not written here may have none. */
export const capacityText = (
  t: TFunction<'stations'>,
  format: Pick<Format, 'capacity'>,
  kWp: number,
): string => (kWp > 0 ? format.capacity(kWp) : t('missing.capacity'));
