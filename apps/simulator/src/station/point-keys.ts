import { MAX_MPPT, MAX_STRINGS } from '@sunfleet/device-model';

/** Keys of numbered points, made once: they are written a million times. */
export const PHASES = [1, 2, 3] as const;

const list = <T>(length: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: length + 1 }, (_, n) => make(n));

export const AC_KEYS = list(3, (n) => ({ voltage: `ac.l${n}.voltage`, current: `ac.l${n}.current` }));
export const METER_KEYS = list(3, (n) => ({
  voltage: `meter.l${n}.voltage`,
  current: `meter.l${n}.current`,
  power: `meter.l${n}.power`,
}));
export const PV_KEYS = list(MAX_MPPT, (n) => ({
  voltage: `pv${n}.voltage`,
  current: `pv${n}.current`,
  power: `pv${n}.power`,
}));
export const STRING_KEYS = list(MAX_STRINGS, (n) => `str${n}.current`);
