import type { DeviceRow } from '@sunfleet/contract';
import { UNKNOWN } from '../../lib/format/number.ts';

/** Maker and model in one line, or a dash where neither is known. */
export const modelOf = ({ manufacturer, model }: Pick<DeviceRow, 'manufacturer' | 'model'>): string =>
  [manufacturer, model].filter(Boolean).join(' ') || UNKNOWN;
