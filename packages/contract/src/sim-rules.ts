import type { Rule } from './rules.ts';

/** The number of a SIM card (ITU-T E.118): 18 to 22 digits, 89 in front. */
export const iccidRule = (text: string): Rule | undefined =>
  /^89\d{16,20}$/.test(text.trim()) ? undefined : 'iccidInvalid';

/** The telephone number of a SIM card: digits alone, with or without a plus. */
export const msisdnRule = (text: string): Rule | undefined =>
  /^\+?\d{5,15}$/.test(text.trim()) ? undefined : 'msisdnInvalid';

/** The number of a modem. */
export const imeiRule = (text: string): Rule | undefined =>
  /^\d{14,16}$/.test(text.trim()) ? undefined : 'imeiInvalid';

/** MB of data. */
export const dataVolumeRule = (megabytes: number): Rule | undefined =>
  megabytes >= 0 && megabytes <= 100_000_000 ? undefined : 'dataVolumeInvalid';
