import { readSimLimits } from '../sims/index.ts';
import { alarmsOfCode, raiseAlarm, recoverAlarm } from './alarm-book.ts';
import type { AlarmEngine } from './alarm-engine.ts';

const CODE = 'simLimit';

/** Raises alarms of devices whose SIM cards have used up their data or end, and ends the others. Every server comes to the same from the cards. */
export async function judgeSims({ platform, fleet, book }: AlarmEngine): Promise<void> {
  const now = platform.clock.now();
  const limits = await readSimLimits(platform.db, now);
  for (const record of alarmsOfCode(book, CODE))
    if (!limits.has(record.deviceId)) recoverAlarm(book, record, now);
  for (const [deviceId, isCut] of limits) {
    const device = fleet.device(deviceId);
    // Nobody expects anything of a device without a station.
    if (!device || device.stationId === null) continue;
    raiseAlarm(
      book,
      {
        deviceId,
        stationId: device.stationId,
        type: 'simLimit',
        code: CODE,
        level: isCut ? 'general' : 'tip',
        textKey: 'faults.platform.simLimit',
      },
      now,
    );
  }
}
