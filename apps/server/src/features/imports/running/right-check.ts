import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { requireStation } from '../../stations/index.ts';
import type { StoredImport } from './import-record.ts';

/** How long an answer holds: a file is read in thousands of steps, and each of them asks. */
const HOLDS_MS = 500;
/** How often it is asked while something waits. */
const LOOK_MS = 500;

/**
 * Throws AppError where whoever began the import may no longer import into its station, `noDataPermission` for somebody who is gone or locked
 * and `stationNotFound`; and `deviceNotFound` where one of these devices has left the station. Files wait and are read for minutes, in which
 * people lose roles, and stations and devices change hands.
 */
export type RightCheck = (devices?: readonly number[]) => Promise<void>;

export function createRightCheck(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId, station }: Pick<StoredImport, 'userId' | 'station'>,
  holdsMs = HOLDS_MS,
): RightCheck {
  let heldUntil = 0;
  return async (devices = []) => {
    if (performance.now() < heldUntil) return;
    const actor = await findUserActor(db, { userId, at: clock.now(), orLeaving: true });
    if (!actor) throw new AppError('noDataPermission');
    await requireStation(db, actor, station.id, 'imports.run');
    const rows = await db
      .selectFrom('devices')
      .select('id')
      .where('stationId', '=', station.id)
      .where('id', 'in', [0, ...devices])
      .execute();
    const here = new Set(rows.map(({ id }) => id));
    const gone = devices.find((id) => !here.has(id));
    if (gone !== undefined) throw new AppError('deviceNotFound', { id: gone });
    heldUntil = performance.now() + holdsMs;
  };
}

/**
 * Does what may wait for minutes, as for a store that is away; its signal is aborted as soon as the right is lost, and while it cannot be asked
 * for it.
 */
export async function whileRight<T>(
  requireRight: RightCheck,
  devices: readonly number[],
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const over = new AbortController();
  const watching = watch(requireRight, { devices, lost, over: over.signal });
  try {
    return await work(lost.signal);
  } finally {
    over.abort();
    await watching;
  }
}

interface Watched {
  devices: readonly number[];
  lost: AbortController;
  over: AbortSignal;
}

async function watch(requireRight: RightCheck, { devices, lost, over }: Watched): Promise<void> {
  while (await delay(LOOK_MS, true, { signal: over }).catch(() => false)) {
    try {
      await requireRight(devices);
    } catch (error) {
      lost.abort(error);
      return;
    }
  }
}
