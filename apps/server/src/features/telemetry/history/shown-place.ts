import type { Actor } from '../../../platform/actor.ts';
import { maskFor } from '../../accounts/index.ts';
import type { FleetStation } from '../../fleet/index.ts';

/**
 * The station where the actor is shown it: what a clear sky gives follows from the place so exactly that a visitor could compute the place from
 * the curve.
 */
export function shownPlace(actor: Actor, station: FleetStation): FleetStation {
  const mask = maskFor(actor);
  if (!mask.active) return station;
  const { latitude, longitude } = station;
  return { ...station, latitude: mask.coordinate(latitude), longitude: mask.coordinate(longitude) };
}
