import type { XAXisComponentOption } from 'echarts';
import { addDays, isoDayAt, startOfDay, wallClock } from '../../lib/time/zone.ts';
import type { ChartLook } from './chart-look.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
];

/** About this many marks, so that their labels fit a phone. */
const MARKS = 7;

/**
 * Moments between `from` and `to` that are round in the zone's own clock. On a day that loses or gains an hour the
 * marks stay round, so one gap is shorter or longer.
 */
export function roundTimes(from: number, to: number, zone: string): number[] {
  const step = STEPS.find((size) => (to - from) / size <= MARKS) ?? 91 * DAY;
  const times: number[] = [];
  if (step >= DAY) {
    const days = step / DAY;
    for (let day = isoDayAt(from, zone); startOfDay(day, zone) <= to; day = addDays(day, days)) {
      times.push(startOfDay(day, zone));
    }
  } else {
    const first = from - (wallClock(from, zone) % step);
    for (let time = first; time <= to; time += step) times.push(time - drift(time, step, zone));
  }
  return [...new Set(times)].filter((time) => time >= from && time <= to);
}

/** How far a moment has slipped from the round one since the clocks changed. */
function drift(time: number, step: number, zone: string): number {
  const rest = wallClock(time, zone) % step;
  return rest > step / 2 ? rest - step : rest;
}

interface Stretch {
  from: number;
  to: number;
}

/** A time axis whose marks and labels are in the station's zone, and fit the stretch of it that is seen. */
export function timeAxis(
  look: ChartLook,
  range: Stretch & { zone: string; name?: string | undefined; dayless?: boolean | undefined },
  { seen, labelled }: { seen: Stretch; labelled: boolean },
): XAXisComponentOption {
  const { from, to, zone, dayless, name } = range;
  const marks = roundTimes(seen.from, seen.to, zone);
  const daily = seen.to - seen.from > 2 * DAY;
  const style = seen.to - seen.from < MARKS * MINUTE ? 'seconds' : 'time';
  const label = (time: number) =>
    !dayless && (daily || wallClock(time, zone) % DAY === 0)
      ? shortDay(time, zone, look.format.language)
      : look.format.dateTime(time, zone, style);
  return {
    type: 'time',
    ...(name && labelled ? axisName(look, name) : {}),
    min: from,
    max: to,
    axisLabel: {
      show: labelled,
      customValues: marks,
      formatter: label,
      color: look.muted,
      hideOverlap: true,
    },
    axisTick: { show: labelled, customValues: marks },
    axisLine: { lineStyle: { color: look.line }, onZero: false },
    splitLine: { show: false },
    axisPointer: { label: { show: false } },
  };
}

/** A day as an axis names it. */
export function shortDay(time: number, zone: string, language: string): string {
  return new Intl.DateTimeFormat(language, { timeZone: zone, day: 'numeric', month: 'short' }).format(time);
}

/** px between an axis and its name, and what the name takes below the labels. */
const NAME_GAP = 26;
export const NAME_HEIGHT = 18;

/** Whose time it is, in the middle below the labels. */
export const axisName = (look: ChartLook, name: string) => ({
  name,
  nameLocation: 'middle' as const,
  nameGap: NAME_GAP,
  nameTextStyle: { color: look.muted },
});
