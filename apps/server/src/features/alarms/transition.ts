import type { AlarmState } from './alarm-book.ts';

/**
 * How a row is brought up to what memory holds. `recover` ends the alarm and `reopen` lets it stand again; `amend` changes an alarm
 * that stands; `extend` changes one that was over and is over again, because it flapped in between.
 */
export type Transition = 'insert' | 'recover' | 'reopen' | 'extend' | 'amend';

export function transitionOf(before: AlarmState | undefined, now: AlarmState): Transition {
  if (!before) return 'insert';
  if (before.recoveredAt === null) return now.recoveredAt === null ? 'amend' : 'recover';
  return now.recoveredAt === null ? 'reopen' : 'extend';
}
