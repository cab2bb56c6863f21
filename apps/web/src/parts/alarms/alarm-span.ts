import type { Alarm } from '@sunfleet/contract';

const HOUR_MS = 3_600_000;
const STEP_MS = 5 * 60_000;
/** Of what stands for longer only so much is drawn. */
const LONGEST_MS = 7 * 24 * HOUR_MS;

/** The stretch of time around an alarm: two hours before it and one after its end, on five minutes, seven days at most. */
export function alarmSpan({ beganAt, recoveredAt }: Pick<Alarm, 'beganAt' | 'recoveredAt'>, now: number) {
  const from = Math.floor((beganAt - 2 * HOUR_MS) / STEP_MS) * STEP_MS;
  const end = recoveredAt === null ? now : Math.min(now, recoveredAt + HOUR_MS);
  return { from, to: Math.ceil(Math.min(end, from + LONGEST_MS) / STEP_MS) * STEP_MS };
}
