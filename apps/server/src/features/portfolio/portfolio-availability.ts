import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { stationScope } from '../scope/index.ts';
import { fleetAvailability } from '../telemetry/index.ts';

/** Communication availability of the producers of all visible stations over the last whole days. */
export async function portfolioAvailability(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  actor: Actor,
  days: number,
) {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('stations', 'stations.id', 'devices.stationId')
    .select('devices.id')
    .where('devices.kind', 'in', ['inverter', 'micro', 'hybrid'])
    .where(stationScope(actor))
    .execute();
  return fleetAvailability(
    samples,
    rows.map(({ id }) => id),
    { days, now: clock.now() },
  );
}
