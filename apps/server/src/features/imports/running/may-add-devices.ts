import type { Platform } from '../../../platform/platform.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { visibleStations } from '../../stations/index.ts';
import type { StoredImport } from './import-record.ts';

/** Whether an import may add devices to its station: who began it could, and could do so now. */
export async function mayAddDevices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { addsDevices, userId, station }: Pick<StoredImport, 'addsDevices' | 'userId' | 'station'>,
): Promise<boolean> {
  if (!addsDevices) return false;
  const actor = await findUserActor(db, { userId, at: clock.now(), orLeaving: true });
  if (!actor) return false;
  const found = await visibleStations(db, actor, { ids: [station.id], permission: 'devices.create' });
  return found.length > 0;
}
