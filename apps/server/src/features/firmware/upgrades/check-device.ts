import {
  LIMITS,
  compareFirmwareVersions,
  readFirmwareVersion,
  type FirmwareClaims,
  type FirmwareComponent,
  type UpgradeFailure,
} from '@sunfleet/contract';

/** What is known of a device before it gets another firmware. */
export interface CheckedDevice {
  model: string | null;
  firmware: string | null;
  attributes: Readonly<Record<string, string>>;
  /** Percent, as loggers tell it; null where it has none, as on a wire. */
  signal: number | null;
  /** Percent, of what has a battery. */
  soc: number | null;
  /** An emergency alarm of it is open. */
  emergency: boolean;
}

/** Percent. */
const LEAST_SOC = 30;

/** The version that a part of a device says it has; undefined where it says none that can be read. */
export function versionOf(
  { firmware, attributes }: Pick<CheckedDevice, 'firmware' | 'attributes'>,
  component: FirmwareComponent,
): string | undefined {
  const isMain = component === 'logger' || component === 'inverter';
  const said = attributes[`firmware.${component}`] ?? (isMain ? firmware : null);
  return said === null ? undefined : readFirmwareVersion(said);
}

/** Why a device does not get a firmware now; undefined: it may. */
export function checkDevice(
  device: CheckedDevice,
  { models, hardware, fromVersion, toVersion, component }: Omit<FirmwareClaims, 'bytes' | 'sha256'>,
): UpgradeFailure | undefined {
  const { model, attributes, signal, soc, emergency } = device;
  if (model === null || !models.includes(model)) return 'wrongModel';
  if (hardware.length > 0 && !hardware.includes(attributes['hardware'] ?? '')) return 'wrongHardware';
  const present = versionOf(device, component);
  if (fromVersion !== null || toVersion !== null) {
    if (present === undefined) return 'versionUnknown';
    if (fromVersion !== null && compareFirmwareVersions(present, fromVersion) < 0) return 'wrongVersion';
    if (toVersion !== null && compareFirmwareVersions(present, toVersion) > 0) return 'wrongVersion';
  }
  if (emergency) return 'emergency';
  if (signal !== null && signal < LIMITS.weakSignal) return 'lowSignal';
  if (soc !== null && soc < LEAST_SOC) return 'lowBattery';
  return undefined;
}
