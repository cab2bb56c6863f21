import { profileById, type Profile, type ProfileFault } from '@sunfleet/device-model';
import type { DeviceModel } from './station-state.ts';

/** Words a profile tells faults with; a device sends all of them, 0 where nothing is wrong. */
const wordsOf = new Map<string, string[]>();

function words(profile: Profile): string[] {
  const known = wordsOf.get(profile.id);
  if (known) return known;
  const found = [...new Set(profile.faults.map(({ point }) => point))].sort();
  wordsOf.set(profile.id, found);
  return found;
}

/** Sets the fault words of a device from what is wrong with it, in the words of its own maker. */
export function putFaultWords(values: Record<string, number>, device: DeviceModel): void {
  const profile = device.device.profileId ? profileById(device.device.profileId) : undefined;
  if (!profile) return;
  for (const word of words(profile)) values[word] = 0;
  for (const fault of faultsToTell(profile, device)) {
    if (fault?.bit !== undefined) values[fault.point] = ((values[fault.point] ?? 0) | (1 << fault.bit)) >>> 0;
  }
}

function faultsToTell(profile: Profile, device: DeviceModel): (ProfileFault | undefined)[] {
  const told: (ProfileFault | undefined)[] = [];
  if (device.faults.has('inverterTrip')) told.push(named(profile, 'insulation') ?? named(profile, 'leakage'));
  if (device.faults.has('gridLoss'))
    told.push(named(profile, 'gridLoss') ?? named(profile, 'gridUnderVoltage'));
  return told;
}

function named(profile: Profile, text: string): ProfileFault | undefined {
  return profile.faults.find(({ textKey }) => textKey.endsWith(`.${text}`));
}
