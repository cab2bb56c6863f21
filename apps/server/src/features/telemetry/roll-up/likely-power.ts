import type { FleetDevice, FleetStation } from '../../fleet/index.ts';

type Sized = Pick<FleetDevice, 'ratedPower'>;
type SizedStation = Pick<FleetStation, 'capacityKw'> | undefined;

/** Flows that no rating bounds: so many times what the station can produce, at least that of a house's connection. */
const LIKELY_FACTOR = 10;
export const LIKELY_AT_LEAST_W = 100_000;

/** Power itself goes up and down: beside a small roof may stand a large works that begins its shift. */
export const MOST_FACTOR = 200;
export const MOST_AT_LEAST_W = 100_000_000;

/** W above which steps of a counter are believed only where it usually shows as much. */
export function likelyPowerOf(device: Sized, station: SizedStation): number {
  return Math.max(LIKELY_AT_LEAST_W, LIKELY_FACTOR * capacityOf(device, station));
}

/** W above which a power is believed only where the device usually shows as much. */
export function mostPowerOf(device: Sized, station: SizedStation): number {
  return Math.max(MOST_AT_LEAST_W, MOST_FACTOR * capacityOf(device, station));
}

const capacityOf = ({ ratedPower }: Sized, station: SizedStation) =>
  Math.max(ratedPower ?? 0, (station?.capacityKw ?? 0) * 1000);
