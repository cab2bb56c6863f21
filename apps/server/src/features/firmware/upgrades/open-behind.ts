import { LIMITS } from '@sunfleet/contract';
import type { Platform } from '../../../platform/platform.ts';
import { spokenFor } from '../../../platform/postgres/same-home.ts';
import { type InstallOrder, installOrder } from './install-order.ts';

/** An image that a device behind a logger is to get. */
export interface OpenTransfer extends InstallOrder {
  sn: string;
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
    ...installOrder({ upgradeId, deviceId, attempt }, firmware),
  }));
}
