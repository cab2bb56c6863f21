import { hasMeans, POINTS } from '@sunfleet/device-model';

/** Points that have means of five minutes. */
export const ROLLED_POINTS: readonly number[] = POINTS.filter(hasMeans).map((point) => point.id);
