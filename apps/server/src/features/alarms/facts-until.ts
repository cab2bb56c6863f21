import type { AlarmEngine } from './alarm-engine.ts';

/**
 * Up to when what was stored has had its effects, epoch milliseconds. Late data whose alarms are not complete yet counts as
 * not heard: a start would read it again.
 */
export function factsUntil({ storedUntil, past }: Pick<AlarmEngine, 'storedUntil' | 'past'>): number {
  let until = storedUntil();
  for (const { firstAt } of past.cursors.values()) until = Math.min(until, firstAt);
  return until;
}
