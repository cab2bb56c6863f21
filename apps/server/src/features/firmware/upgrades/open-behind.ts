import { firmwareStatement, LIMITS, type FirmwareComponent } from '@sunfleet/contract';
import type { Platform } from '../../../platform/platform.ts';
import { spokenFor } from '../../../platform/postgres/same-home.ts';
import { firmwareOrder } from '../../../platform/firmware-token.ts';

/** An image that a device behind a logger is to get. */
export interface OpenTransfer {
  sn: string;
  order: string;
  bytes: number;
  sha256: string;
  version: string;
  component: FirmwareComponent;
  statement: string;
  signature: string;
}

/** What devices behind a logger are to get while their time runs: the logger hands it on, and goes on with it after a cut. */
export async function openBehind(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  loggerId: number,
): Promise<OpenTransfer[]> {
  const rows = await db
    .selectFrom('firmwareUpgradeDevices as one')
    .innerJoin('devices as child', 'child.id', 'one.deviceId')
    .innerJoin('devices as logger', 'logger.id', 'child.parentId')
    .innerJoin('firmwareUpgrades as upgrade', 'upgrade.id', 'one.upgradeId')
    .innerJoin('firmware', 'firmware.id', 'upgrade.firmwareId')
    .selectAll('firmware')
    .select(['child.sn', 'one.upgradeId', 'one.deviceId', 'one.attempt'])
    .where('logger.id', '=', loggerId)
    .where(spokenFor('child', 'logger'))
    .where('child.secretRevokedAt', 'is', null)
    .where('one.state', 'in', ['checking', 'transferring', 'installing'])
    .where('one.beganAt', '>', new Date(clock.now() - LIMITS.firmwareUpgradeMs))
    .execute();
  return rows.map(({ sn, upgradeId, deviceId, attempt, ...firmware }) => ({
    sn,
    order: firmwareOrder(upgradeId, deviceId, attempt),
    bytes: firmware.bytes,
    sha256: firmware.sha256,
    version: firmware.version,
    component: firmware.component,
    statement: firmwareStatement(firmware),
    signature: firmware.signature,
  }));
}
