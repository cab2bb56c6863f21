import type { EChartsOption } from 'echarts';
import { addDays, isoDayAt, startOfDay, wallClock } from '../../lib/time/zone.ts';
import type { ChartLook } from './chart-look.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
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

/** A time axis whose marks and labels are in the station's zone. */
export function timeAxis(
  look: ChartLook,
  range: { from: number; to: number; zone: string },
): NonNullable<EChartsOption['xAxis']> {
  const { from, to, zone } = range;
  const marks = roundTimes(from, to, zone);
  const daily = to - from > 2 * DAY;
  const label = (time: number) =>
    daily || wallClock(time, zone) % DAY === 0
      ? shortDay(time, zone, look.format.language)
      : look.format.dateTime(time, zone, 'time');
  return {
    type: 'time',
    min: from,
    max: to,
    axisLabel: { customValues: marks, formatter: label, color: look.muted, hideOverlap: true },
    axisTick: { customValues: marks },
    axisLine: { lineStyle: { color: look.line } },
    splitLine: { show: false },
    axisPointer: { label: { formatter: ({ value }) => look.format.dateTime(Number(value), zone) } },
  };
}

function shortDay(time: number, zone: string, language: string): string {
  return new Intl.DateTimeFormat(language, { timeZone: zone, day: 'numeric', month: 'short' }).format(time);
}
