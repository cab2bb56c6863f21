import type { RequestContext } from '../../platform/actor.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';

const RULES = { saved_views__name: 'viewNameTaken', saved_views__shared_name: 'viewNameShared' } as const;

/** The error of a write that took the name of another view, as one of its field. */
export function viewNameError(
  platform: Pick<Platform, 'text'>,
  context: RequestContext,
  error: unknown,
): unknown {
  const constraint = violatedConstraint(error);
  if (constraint !== 'saved_views__name' && constraint !== 'saved_views__shared_name') return error;
  return atNameField(platform, context, { error, constraint, rule: RULES[constraint] });
}
