import type { Rule } from '@sunfleet/contract';
import type { RequestContext } from './actor.ts';
import { brokenRule } from './broken-rule.ts';
import type { Platform } from './platform.ts';
import { violatedConstraint } from './postgres/violated-constraint.ts';

/** A write that names something, and what says that the name is taken. */
interface NamedWrite {
  error: unknown;
  /** The constraint that keeps names apart. */
  constraint: string;
  rule: Rule;
}

/** The error of a write that took a name in use, as an error of its field `name`. Every other error stays as it is. */
export function atNameField(
  platform: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  { error, constraint, rule }: NamedWrite,
): unknown {
  if (violatedConstraint(error) !== constraint) return error;
  return brokenRule({ language, text: platform.text }, 'body.name', rule);
}
