import { localDayOf, localTimeOf } from '../time/local-days.ts';

/** The rows of each day of a zone, in their order. */
export function rowsByDay(times: Float64Array, zone: string): Map<string, number[]> {
  const days = new Map<string, number[]>();
  for (const [row, time] of times.entries()) {
    const name = localDayOf(time, zone);
    const rows = days.get(name);
    if (rows) rows.push(row);
    else days.set(name, [row]);
  }
  return days;
}

/** Minute of the day by the clock of a zone. */
export function minuteOfDay(time: number, zone: string): number {
  const clock = localTimeOf(time, zone);
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}
