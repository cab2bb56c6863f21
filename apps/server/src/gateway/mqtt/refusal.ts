import { FALLBACK_LANGUAGE } from '@sunfleet/contract';
import { toAppError } from '../../platform/http/errors.ts';
import type { Text } from '../../platform/text.ts';

/** The refusal that a sender gets: `error` for programs, `message` for people, `field` where one is wrong. */
export interface Refusal {
  error: string;
  message: string;
  field: string | null;
}

/** The refusal an error means. What nobody knows is `internal`. */
export function refusalOf(error: unknown, text: Text): Refusal {
  const known = toAppError(error);
  const { field, key, time } = known.values;
  return {
    error: known.key,
    message: text(FALLBACK_LANGUAGE, `errors.${known.key}`, known.values),
    field: field !== undefined || key !== undefined ? String(field ?? key) : time === undefined ? null : 'ts',
  };
}

/** Whether the sender should keep the message and send it again: the fault is not in the message. */
export function isPassing(error: unknown): boolean {
  const { status, key } = toAppError(error);
  return status >= 500 || key === 'tooManyRequests';
}
