import { profileById, type Profile, type ProfileFault } from '@sunfleet/device-model';
import type { FleetFault } from '../../fleets/schema.ts';
import { isTripped } from './faults.ts';
import type { Detail } from './reading.ts';
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
export function putFaultWords(
  values: Record<string, number>,
  device: DeviceModel,
  { detail, time }: { detail: Detail; time: number },
): void {
  const profile = device.device.profileId ? profileById(device.device.profileId) : undefined;
  if (!profile) return;
  const told = faultsToTell(profile, device, time);
  if (detail === 'main' && told.length === 0 && device.faultsTold === 0) return;
  device.faultsTold = told.length;
  for (const word of words(profile)) values[word] = 0;
  for (const { point, bit } of told) {
    if (bit !== undefined) values[point] = ((values[point] ?? 0) | (1 << bit)) >>> 0;
  }
}

/** What a device calls a fault, best first: not every maker has a word for each. */
const TOLD_AS: readonly (readonly [fault: FleetFault, texts: readonly string[]])[] = [
  ['inverterTrip', ['insulation', 'leakage', 'groundFault', 'hardware']],
  ['gridLoss', ['gridLoss', 'gridUnderVoltage']],
];

function faultsToTell(profile: Profile, device: DeviceModel, time: number): ProfileFault[] {
  if (device.faults.size === 0) return [];
  const has = (fault: FleetFault) =>
    fault === 'inverterTrip' ? isTripped(device, time) : device.faults.has(fault);
  return TOLD_AS.flatMap(([fault, texts]) => (has(fault) ? (firstNamed(profile, texts) ?? []) : []));
}

function firstNamed(profile: Profile, texts: readonly string[]): ProfileFault | undefined {
  for (const text of texts) {
    const found = profile.faults.find(({ textKey }) => textKey.endsWith(`.${text}`));
    if (found) return found;
  }
  return undefined;
}
