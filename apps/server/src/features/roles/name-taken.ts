import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';

/** The error of a write that took another role's name, told at its field; every other error as it is. */
export function atNameField(
  platform: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  error: unknown,
): unknown {
  if (violatedConstraint(error) !== 'roles__name') return error;
  const message = platform.text(language, 'rules.roleNameTaken');
  return new AppError('invalidInput', { fields: 'body.name' }, [{ path: 'body.name', message }]);
}
