// Words of upgrades of firmware, as plain data like `words.ts`.
import { DEVICE_FAILURES } from './words.ts';

/** The command of the device API by which a device is told to fetch an image. */
export const FIRMWARE_INSTALL = 'firmware.install';

/** How far an upgrade is. `stopped`: a person ended it. `halted`: too many devices failed, and nothing more begins. */
export const UPGRADE_STATES = ['executing', 'stopped', 'halted', 'finished'] as const;
export type UpgradeState = (typeof UPGRADE_STATES)[number];

/** How far a device of an upgrade is. `installing`: it has the whole image, and nobody stops it. `timedOut`: after half an hour it had not the new version. */
export const UPGRADE_DEVICE_STATES = [
  'waiting',
  'checking',
  'transferring',
  'installing',
  'succeeded',
  'failed',
  'rolledBack',
  'timedOut',
  'stopped',
] as const;
export type UpgradeDeviceState = (typeof UPGRADE_DEVICE_STATES)[number];

/** Why a device says that it did not install what it got. */
export const UPGRADE_REPORT_FAILURES = [
  'wrongChecksum',
  'wrongSignature',
  'noRoom',
  'installFailed',
] as const;

/**
 * Why a device has not the new firmware, beside what the road down says. `firmwareGone`: it was withdrawn, its key revoked, or it is not authorised for
 * the device's organisation. `silent`: the device never asked for the image. `oldVersion`: it did, and still says the old version.
 */
export const UPGRADE_FAILURES = [
  ...DEVICE_FAILURES,
  ...UPGRADE_REPORT_FAILURES,
  'wrongModel',
  'wrongHardware',
  'wrongVersion',
  'versionUnknown',
  'lowSignal',
  'lowBattery',
  'emergency',
  'firmwareGone',
  'silent',
  'oldVersion',
] as const;
export type UpgradeFailure = (typeof UPGRADE_FAILURES)[number];
