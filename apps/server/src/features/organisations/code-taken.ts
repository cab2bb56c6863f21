import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** Names the field that a taken code stands in; every other error passes as it is. */
export function atCodeField(
  platform: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  error: unknown,
): unknown {
  if (!(error instanceof AppError) || error.key !== 'organisationCodeTaken') return error;
  const message = platform.text(language, 'errors.organisationCodeTaken', error.values);
  return new AppError('organisationCodeTaken', error.values, [{ path: 'body.code', message }]);
}
