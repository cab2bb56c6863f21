import type { FleetDevice, FleetStation } from '../../fleet/index.ts';

/** Flows that no rating bounds: so many times what the station can produce, at least that of a house's connection. */
export const LIKELY_FACTOR = 10;
export const LIKELY_AT_LEAST_W = 100_000;

/** W above which a reading of a device is believed only where it usually shows as much. */
export function likelyPowerOf(
  { ratedPower }: Pick<FleetDevice, 'ratedPower'>,
  station: Pick<FleetStation, 'capacityKw'> | undefined,
): number {
  return Math.max(
    LIKELY_AT_LEAST_W,
    LIKELY_FACTOR * Math.max(ratedPower ?? 0, (station?.capacityKw ?? 0) * 1000),
  );
}
