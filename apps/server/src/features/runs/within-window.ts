import type { Platform } from '../../platform/platform.ts';
import type { RunScript } from './run-script.ts';

/** Times of the day between which a device begins, `22:00` to `04:00`, by the clock of its station. */
export interface RunWindow {
  from: string;
  to: string;
}

/** Lets each device begin within the window of the run's definition, where it has one; what began goes on to its end. */
export function withinWindow({ db, clock }: Pick<Platform, 'db' | 'clock'>, script: RunScript): RunScript {
  return async (work) => {
    const { window } = work.definition as { window?: RunWindow | null };
    if (!window || work.steps.length > 0) return script(work);
    const home = await db
      .selectFrom('devices')
      .leftJoin('stations', 'stations.id', 'devices.stationId')
      .select('stations.timeZone')
      .where('devices.id', '=', work.deviceId)
      .executeTakeFirst();
    const now = clock.now();
    const notBefore = beginOf(window, { timeZone: home?.timeZone ?? 'UTC', now });
    return notBefore > now ? { state: 'waiting', notBefore } : script(work);
  };
}

/** The first moment within a window, from now on. A begin that a change of the clocks leaves out comes later. */
export function beginOf(
  { from, to }: RunWindow,
  { timeZone, now }: { timeZone: string; now: number },
): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isInside = from < to ? clock >= from && clock < to : clock >= from || clock < to;
  if (isInside) return now;
  const today = at(local.toPlainDate(), { from, timeZone });
  return today > now ? today : at(local.toPlainDate().add({ days: 1 }), { from, timeZone });
}

const at = (day: Temporal.PlainDate, { from, timeZone }: { from: string; timeZone: string }): number =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(from) }).epochMilliseconds;
