import { DEVICE_IMPORT_ROW_STATES, type DeviceImport } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { Format } from '../../../lib/format/use-format.ts';

/** How many rows are in which state, those that are none left out. */
export const countsText = (
  { counts }: DeviceImport,
  t: TFunction<'devices'>,
  format: Pick<Format, 'number'>,
): string =>
  DEVICE_IMPORT_ROW_STATES.filter((state) => counts[state] > 0)
    .map((state) => `${t(`import.state.${state}`)}: ${format.number(counts[state], 0)}`)
    .join(' · ');
