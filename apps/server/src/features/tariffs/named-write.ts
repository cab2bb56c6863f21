import type { RequestContext } from '../../platform/actor.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';

const UNIQUE = ['tariffs__name', 'tariffs__name_of_owner'];

/** The error of a write that took the name of another tariff, as one of its field. */
export function tariffNameError(
  platform: Pick<Platform, 'text'>,
  context: RequestContext,
  error: unknown,
): unknown {
  const constraint = UNIQUE.find((name) => name === violatedConstraint(error));
  return constraint ? atNameField(platform, context, { error, constraint, rule: 'tariffNameTaken' }) : error;
}
