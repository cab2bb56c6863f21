import type { TaskSchedule } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/use-format.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Name of a day of the week, 1 is Monday. */
export const dayName = (format: Format, day: number): string =>
  new Intl.DateTimeFormat(format.language, { weekday: 'long', timeZone: 'UTC' }).format(
    MONDAY + (day - 1) * DAY_MS,
  );

/** When something begins, in words. */
export function scheduleText(
  t: TFunction<['tasks', 'runs']>,
  format: Format,
  schedule: TaskSchedule,
): string {
  if (schedule.kind === 'now') return t('schedule.now');
  if (schedule.kind === 'once') return t('text.once', { at: schedule.at.replace('T', ' ') });
  if (schedule.kind === 'daily') return t('text.daily', { time: schedule.time });
  if (schedule.kind === 'cron') return t('text.cron', { expression: schedule.expression });
  const days = new Intl.ListFormat(format.language).format(
    schedule.days.toSorted((a, b) => a - b).map((day) => dayName(format, day)),
  );
  return t('text.weekly', { days, time: schedule.time });
}
