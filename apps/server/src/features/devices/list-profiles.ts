import type { DeviceProfile } from '@sunfleet/contract';
import { PROFILES } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOwnFamilies } from '../own-profiles/index.ts';

/** Families of devices that a person can choose from, by brand; those of organisations that the actor sees come first. */
export async function listProfiles({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<DeviceProfile[]> {
  const shipped = PROFILES.map(({ id, brand, deviceKind, models }) => ({
    id,
    brand,
    kind: deviceKind,
    models,
    own: false,
  })).toSorted((a, b) => a.brand.localeCompare(b.brand, 'en') || a.id.localeCompare(b.id, 'en'));
  return [...(await listOwnFamilies(db, actor)), ...shipped];
}
