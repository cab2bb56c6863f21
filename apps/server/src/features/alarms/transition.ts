import type { AlarmState } from './alarm-book.ts';

/**
 * How a row becomes what memory says. `recover` and `reopen` turn it, `amend` tells more of an alarm that stands, `extend`
 * more of one that was over before and is over now (it flapped in between).
 */
export type Transition = 'insert' | 'recover' | 'reopen' | 'extend' | 'amend';

export function transitionOf(before: AlarmState | undefined, now: AlarmState): Transition {
  if (!before) return 'insert';
  if (before.recoveredAt === null) return now.recoveredAt === null ? 'amend' : 'recover';
  return now.recoveredAt === null ? 'reopen' : 'extend';
}
