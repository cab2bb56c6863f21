import { profileById, type Profile, type ProfileFault } from '@sunfleet/device-model';
import type { Detail } from './read-device.ts';
import type { FleetFault } from '../../fleets/schema.ts';
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

/** Sets the fault words of a device from what is wrong with it, in the words of its own maker. An archive keeps only changes. */
export function putFaultWords(values: Record<string, number>, device: DeviceModel, detail: Detail): void {
  const profile = device.device.profileId ? profileById(device.device.profileId) : undefined;
  if (!profile) return;
  const told = faultsToTell(profile, device);
  if (detail === 'main' && told.length === 0 && device.faultsTold === 0) return;
  device.faultsTold = told.length;
  for (const word of words(profile)) values[word] = 0;
  for (const { point, bit } of told) {
    if (bit !== undefined) values[point] = ((values[point] ?? 0) | (1 << bit)) >>> 0;
  }
}

function faultsToTell(profile: Profile, device: DeviceModel): ProfileFault[] {
  if (device.faults.size === 0) return [];
  const told: (ProfileFault | undefined)[] = [];
  if (device.faults.has('inverterTrip')) told.push(named(profile, 'insulation') ?? named(profile, 'leakage'));
  if (device.faults.has('gridLoss'))
    told.push(named(profile, 'gridLoss') ?? named(profile, 'gridUnderVoltage'));
  return told.filter((fault) => fault !== undefined);
}

function named(profile: Profile, text: string): ProfileFault | undefined {
  return profile.faults.find(({ textKey }) => textKey.endsWith(`.${text}`));
}
