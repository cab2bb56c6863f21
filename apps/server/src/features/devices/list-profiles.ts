import type { DeviceProfile } from '@sunfleet/contract';
import { PROFILES } from '@sunfleet/device-model';

/** Families of devices that a person can choose from, by brand. */
export function listProfiles(): DeviceProfile[] {
  return PROFILES.map(({ id, brand, deviceKind, models }) => ({
    id,
    brand,
    kind: deviceKind,
    models,
  })).toSorted((a, b) => a.brand.localeCompare(b.brand, 'en') || a.id.localeCompare(b.id, 'en'));
}
