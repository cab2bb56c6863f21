import type { CallError } from '@sunfleet/api-client';

/** What the server said of a field of the body, `organization.name`; undefined where it said nothing. */
export const fieldMessage = (error: CallError | null, path: string): string | undefined =>
  error?.fields.find((field) => field.path === `body.${path}`)?.message;
