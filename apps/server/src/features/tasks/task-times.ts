import { LIMITS, type Rule, type TaskSchedule } from '@sunfleet/contract';
import { CronExpressionParser } from 'cron-parser';

/** Times of a cron expression that are looked at to see how often it begins. */
const LOOKED_AT = 50;
/**
 * Or for so long, in which the 29th of February always comes: the library looks through each day, and a fifth Monday of February comes five times in
 * 140 years, which took a third of a second for each of the tasks of a list.
 */
const LOOKED_AT_MS = 9 * 366 * 86_400_000;
const FIELDS = 5;

/**
 * The next times after a moment at which something begins, epoch milliseconds, in order. A clock time that a change of the clocks leaves out comes as
 * much later as the clocks skip; one that comes twice counts once, the first time. `now` has no next time, nor has an expression that comes in no nine years.
 */
export function nextTimes(
  schedule: TaskSchedule,
  { timeZone, after, count }: { timeZone: string; after: number; count: number },
): number[] {
  if (schedule.kind === 'now') return [];
  if (schedule.kind === 'once') {
    const at = momentIn(schedule.at, timeZone);
    return at > after ? [at] : [];
  }
  if (schedule.kind === 'cron') return cronTimes(schedule.expression, { timeZone, after, count });
  const days = schedule.kind === 'weekly' ? new Set(schedule.days) : undefined;
  const found: number[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDate();
  // A week holds each day once, and the time of the first one may be over.
  const most = 7 * (count + 1) + 1;
  for (let looked = 0; looked < most && found.length < count; looked += 1, day = day.add({ days: 1 })) {
    if (days && !days.has(day.dayOfWeek)) continue;
    const at = momentIn(`${day.toString()}T${schedule.time}`, timeZone);
    if (at > after) found.push(at);
  }
  return found;
}

/** What is wrong with a schedule that its form does not tell; undefined: nothing. */
export function scheduleFault(schedule: TaskSchedule, timeZone: string): Rule | undefined {
  if (schedule.kind !== 'cron') return undefined;
  const fields = schedule.expression.split(/\s+/);
  // The library also takes seconds, names of schedules, and a letter that stands for a random number.
  if (fields.length !== FIELDS || /[Hh@]/.test(schedule.expression.replaceAll(/thu|mar/gi, '')))
    return 'cronInvalid';
  try {
    const times = cronTimes(schedule.expression, { timeZone, after: 0, count: LOOKED_AT });
    if (times.length === 0) return 'cronInvalid';
    const isOften = times.some((at, index) => index > 0 && at - times[index - 1]! < LIMITS.taskEveryMs);
    return isOften ? 'cronTooOften' : undefined;
  } catch {
    return 'cronInvalid';
  }
}

/** Those that come soon enough to be looked for. Throws what the library throws of an expression that it does not know. */
function cronTimes(
  expression: string,
  { timeZone, after, count }: { timeZone: string; after: number; count: number },
): number[] {
  const parsed = CronExpressionParser.parse(expression, {
    tz: timeZone,
    currentDate: new Date(after),
    endDate: new Date(after + LOOKED_AT_MS),
  });
  const times: number[] = [];
  try {
    while (times.length < count) times.push(parsed.next().getTime());
  } catch {
    // There is none before the end.
  }
  return times;
}

const momentIn = (local: string, timeZone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds;
