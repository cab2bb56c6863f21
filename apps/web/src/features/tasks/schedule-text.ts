import type { Task, TaskSchedule } from '@sunfleet/contract';
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

/** A time of the clock (`22:30`) and a moment of it (`2026-12-01T08:00`), whichever its zone, as the language writes them. */
const clockText = (format: Format, time: string) =>
  format.dateTime(Date.parse(`2024-01-01T${time}Z`), 'UTC', 'time');
const momentText = (format: Format, at: string) => format.dateTime(Date.parse(`${at}Z`), 'UTC');

/** When a task begins, in words, with its zone where it has a clock. */
export function scheduleText(
  t: TFunction<['tasks', 'runs']>,
  format: Format,
  { schedule, timeZone }: Pick<Task, 'schedule' | 'timeZone'>,
): string {
  return schedule.kind === 'now' ? t('schedule.now') : `${timesText(t, format, schedule)} · ${timeZone}`;
}

function timesText(
  t: TFunction<['tasks', 'runs']>,
  format: Format,
  schedule: Exclude<TaskSchedule, { kind: 'now' }>,
): string {
  if (schedule.kind === 'once') return t('text.once', { at: momentText(format, schedule.at) });
  if (schedule.kind === 'cron') return t('text.cron', { expression: schedule.expression });
  const time = clockText(format, schedule.time);
  if (schedule.kind === 'daily') return t('text.daily', { time });
  const days = new Intl.ListFormat(format.language).format(
    schedule.days.toSorted((a, b) => a - b).map((day) => dayName(format, day)),
  );
  return t('text.weekly', { days, time });
}
