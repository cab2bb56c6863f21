import { CallError } from '@sunfleet/api-client';
import type { TFunction } from 'i18next';

/** The word that the specification shows for a refusal without a message. */
export const NO_MESSAGE = 'error';

/** What went wrong, in the reader's language: the server's own words where it answered. */
export function failureText(error: unknown, t: TFunction<'common'>): string {
  if (!(error instanceof CallError)) return t('failure.error');
  if (error.kind === 'refused') return error.message || NO_MESSAGE;
  return t(`failure.${error.kind}`, { code: error.code });
}
