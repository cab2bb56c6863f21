import { type FirmwareComponent, firmwareStatement } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { firmwareOrder } from '../../../platform/firmware-token.ts';
import type { FirmwareTable } from '../../../platform/postgres/tables/firmware.ts';

/** What a device is told of an image that it shall install. */
export interface InstallOrder {
  order: string;
  bytes: number;
  sha256: string;
  version: string;
  component: FirmwareComponent;
  statement: string;
  signature: string;
}

/** The order of one try at a device. */
export function installOrder(
  { upgradeId, deviceId, attempt }: { upgradeId: number; deviceId: number; attempt: number },
  firmware: Selectable<FirmwareTable>,
): InstallOrder {
  const { bytes, sha256, version, component, signature } = firmware;
  const order = firmwareOrder(upgradeId, deviceId, attempt);
  return { order, bytes, sha256, version, component, statement: firmwareStatement(firmware), signature };
}
