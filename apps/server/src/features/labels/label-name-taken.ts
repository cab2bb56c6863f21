import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** Turns the database's refusal of a second label of one name into an error at the field; throws anything else as it is. */
export function labelNameTaken(
  { text }: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  error: unknown,
): never {
  if ((error as { constraint?: string }).constraint !== 'labels__name') throw error;
  const field = { path: 'body.name', message: text(language, 'rules.labelNameTaken') };
  throw new AppError('invalidInput', { fields: field.path }, [field]);
}
