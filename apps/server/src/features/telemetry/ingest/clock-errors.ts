import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { AppError } from '../../../platform/errors.ts';
import { every } from '../../../platform/jobs/every.ts';

const HOUR_MS = 3_600_000;
const WRITE_EVERY_MS = 30_000;
/** Days for which they are kept, as marks of late data are. */
const KEPT_DAYS = 90;
/** Devices whose errors wait to be written; those of more are not told. */
const MOST = 10_000;

interface Waiting {
  deviceId: number;
  hour: number;
  count: number;
  offBy: number;
}

export interface ClockErrors {
  /** Notes that a reading of a device was refused, where its time was the reason. */
  note(deviceId: number, refusal: unknown): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Gathers how wrong clocks of devices are, by hour, and writes it in batches. What is lost with a server that is killed is half a minute of counts. */
export function createClockErrors({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): ClockErrors {
  let waiting = new Map<string, Waiting>();

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const rows = [...waiting.values()];
    waiting = new Map();
    await sql`
      INSERT INTO device_clock_errors AS known (device_id, hour, count, off_by)
      SELECT u.* FROM unnest(${rows.map(({ deviceId }) => deviceId)}::bigint[], ${rows.map(({ hour }) => new Date(hour))}::timestamptz[],
        ${rows.map(({ count }) => count)}::int[], ${rows.map(({ offBy }) => offBy)}::bigint[]) AS u (device_id, hour, count, off_by)
      WHERE EXISTS (SELECT FROM devices WHERE devices.id = u.device_id)
      ON CONFLICT (device_id, hour) DO UPDATE SET count = known.count + EXCLUDED.count,
        off_by = CASE WHEN abs(EXCLUDED.off_by) > abs(known.off_by) THEN EXCLUDED.off_by ELSE known.off_by END`.execute(
      db,
    );
    await sql`DELETE FROM device_clock_errors WHERE hour < ${new Date(clock.now() - KEPT_DAYS * 24 * HOUR_MS)}`.execute(
      db,
    );
  }

  const writing = every(WRITE_EVERY_MS, flush, { log, name: 'clock errors of devices' });
  return {
    note(deviceId, refusal) {
      if (!(refusal instanceof AppError) || refusal.key !== 'timeOutOfRange') return;
      const time = Date.parse(String(refusal.values['time']));
      const now = clock.now();
      if (!Number.isFinite(time)) return;
      const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
      const key = `${deviceId} ${hour}`;
      const known = waiting.get(key);
      if (!known && waiting.size >= MOST) return;
      const offBy = Math.round(time - now);
      waiting.set(key, {
        deviceId,
        hour,
        count: (known?.count ?? 0) + 1,
        offBy: known && Math.abs(known.offBy) >= Math.abs(offBy) ? known.offBy : offBy,
      });
    },
    flush,
    async stop() {
      await writing.stop();
      await flush().catch(() => undefined);
    },
  };
}
