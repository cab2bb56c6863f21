import type { CallError } from '@sunfleet/api-client';

/** What the server says is wrong, by field of the body: `{ name: 'Enter a name.' }` of `body.name`. */
export function fieldErrors(error: CallError | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (error?.fields ?? []).map(({ path, message }) => [path.replace(/^(body|query|params)\.?/, ''), message]),
  );
}
