import type { CallError } from '@sunfleet/api-client';
import type { ErrorKey } from '@sunfleet/contract';

/** Refusals that belong to one field although the server names none: `{ organisationCodeTaken: 'code' }`. */
export type ErrorFields = Partial<Record<ErrorKey, string>>;

/** What the server says of single fields, by the name after `body.` (or `query.`, `params.`). */
export function fieldErrors(
  error: CallError | null | undefined,
  byKey: ErrorFields = {},
): Readonly<Record<string, string>> {
  if (!error) return {};
  const named = error.fields.map(({ path, message }) => [
    path.replace(/^(body|query|params)\./, ''),
    message,
  ]);
  const own = error.error && byKey[error.error];
  return Object.fromEntries(own ? [...named, [own, error.message]] : named);
}
