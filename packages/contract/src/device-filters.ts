import * as z from 'zod';
import { DEVICE_DAYS, DEVICE_FIGURES, DEVICE_TEXTS } from './device-figures.ts';
import { dayRangeRule, rangeRule } from './read-range.ts';
import { ruled } from './ruled.ts';
import { connection, csvOf, deviceKind, deviceStatus } from './vocabulary.ts';

const each = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

/** What lists and exports of devices can be narrowed by; each is a text in an address. */
export const deviceFilter = z.object({
  q: z.string().trim().max(100).optional(),
  kind: csvOf(deviceKind).optional(),
  status: csvOf(deviceStatus).optional(),
  connection: csvOf(connection).optional(),
  stationId: z.coerce.number().int().positive().optional(),
  /** Ids of labels: devices that carry one of them. */
  label: csvOf(z.coerce.number().int().positive()).optional(),
  /** Ids of batches: devices that are in one of them. */
  batch: csvOf(z.coerce.number().int().positive()).optional(),
  /** Ids of products: devices that are one of them. */
  product: csvOf(z.coerce.number().int().positive()).optional(),
  /** False: those that reported but belong to no station. */
  bound: z.stringbool().default(true),
  /** Whether somebody refuses them. */
  blocked: z.stringbool().optional(),
  ...each(DEVICE_TEXTS, z.string().trim().max(100).optional()),
  ...each(DEVICE_FIGURES, ruled(rangeRule).optional()),
  ...each(DEVICE_DAYS, ruled(dayRangeRule).optional()),
});
export type DeviceFilter = z.infer<typeof deviceFilter>;
