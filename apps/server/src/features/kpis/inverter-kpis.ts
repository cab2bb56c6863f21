import type { KpiFigures } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Mask } from '../accounts/index.ts';
import type { Fleet } from '../fleet/index.ts';
import { partOf } from '../telemetry/index.ts';
import { figuresOf } from './kpi-figures.ts';
import { readDeviceSums, type KpiQuery } from './read-kpi-sums.ts';

/** Made once: a comparison that names its language makes one of its own, and thousands of inverters are compared a hundred thousand times. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** Key figures of each inverter of a station over a range, by name. */
export async function inverterKpis(
  { db, samples }: Pick<Platform, 'db' | 'samples'>,
  fleet: Pick<Fleet, 'devicesOf'>,
  { station, range, mask }: { station: number; range: KpiQuery; mask: Mask },
): Promise<(KpiFigures & { deviceId: number; name: string })[]> {
  const ids = fleet
    .devicesOf(station)
    .filter((device) => partOf(device) === 'producer')
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const [named, sums] = await Promise.all([
    db
      .selectFrom('devices')
      .select(['id', 'name', 'sn'])
      .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
      .execute(),
    readDeviceSums(samples, { devices: ids, station }, range),
  ]);
  return named
    .map(({ id, name, sn }) => ({
      deviceId: id,
      name: name ?? mask.sn(sn),
      ...figuresOf(sums.get(id)!.total, { isHidden: mask.active, isPart: ids.length > 1 }),
    }))
    .toSorted((one, other) => BY_NAME.compare(one.name, other.name));
}
