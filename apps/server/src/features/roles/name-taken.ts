import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';

/** The error of a write that took another role's name, told at its field; every other error as it is. */
export function atNameField(
  platform: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  error: unknown,
): unknown {
  if (violatedConstraint(error) !== 'roles__name') return error;
  return brokenRule({ language, text: platform.text }, 'body.name', 'roleNameTaken');
}
