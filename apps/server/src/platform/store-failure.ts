import { AppError, messageOf } from './errors.ts';

/** Why a store failed at its work, for reasons that do not lie in the work itself. */
export interface StoreFailure {
  diskFull: boolean;
  reason: string;
}

/** ClickHouse's NOT_ENOUGH_SPACE, PostgreSQL's disk_full, the operating system's. */
const FULL_CODES = new Set(['243', '53100', 'ENOSPC', 'EDQUOT']);
const FULL_WORDS =
  /no space left|not enough space|enough free space|NOT_ENOUGH_SPACE|ENOSPC|disk quota exceeded/i;
/** PostgreSQL's classes of lost connections, missing resources, interventions and system errors; the system's connection errors. */
const STORE_CODES = /^(?:08|53|57|58|XX)[0-9A-Z]{3}$|^(?:ECONN\w+|EPIPE|ETIMEDOUT|EIO|EROFS)$/;
const STORE_WORDS =
  /storeUnavailable|Connection terminated|connection timeout|timeout exceeded when trying to connect/i;
/** Names that ClickHouse gives its errors. */
const ENGINE_TYPE = /^[A-Z][A-Z_]+$/;

/** Whether the same may succeed when the store is back. */
export const isStoreFailure = (error: unknown): boolean => storeFailureOf(error) !== undefined;

/** What an error says of the stores; undefined where it is about something else. Texts of errors count like errors. */
export function storeFailureOf(error: unknown): StoreFailure | undefined {
  const { code, type } = (typeof error === 'object' && error ? error : {}) as {
    code?: unknown;
    type?: unknown;
  };
  const reason = error instanceof AppError ? String(error.values.reason ?? error.key) : messageOf(error);
  if (FULL_CODES.has(String(code)) || FULL_WORDS.test(reason)) return { diskFull: true, reason };
  const known =
    (error instanceof AppError && error.key === 'storeUnavailable') ||
    STORE_CODES.test(String(code)) ||
    STORE_WORDS.test(reason) ||
    (typeof type === 'string' && ENGINE_TYPE.test(type));
  return known ? { diskFull: false, reason } : undefined;
}
