import { AppError, messageOf } from '../errors.ts';

/** What the store is asked, with its refusals and its silence as AppError `storeUnavailable`. */
export async function unlessReached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function asUnavailable(error: unknown): AppError {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const text = messageOf(error);
  const status = $metadata?.httpStatusCode ? ` (HTTP ${$metadata.httpStatusCode})` : '';
  const reason = `${text.includes(name) ? text : `${name}: ${text}`}${status}`;
  const unavailable = new AppError('storeUnavailable', { store: 'S3', reason });
  unavailable.cause = error;
  return unavailable;
}
