import { AppError } from '../../platform/errors.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';

/** Turns PostgreSQL's error about a second account with the same name into one of ours, and leaves any other error as it is. */
export function takenError(error: unknown, userName: string | null | undefined): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'users__email' || constraint === 'users__phone') return new AppError('accountTaken');
  if (constraint === 'users__user_name') return new AppError('userNameTaken', { userName: userName ?? '' });
  return error;
}
