import { AppError, messageOf } from '../errors.ts';
import { lockPatience } from './lock-patience.ts';
import { readPatience } from './read-patience.ts';

/**
 * SQLSTATE classes of a connection that failed, resources that ran out and a server that goes or comes; I/O errors; a server that takes no
 * writes any more.
 */
const STATES = /^(08|53)...$|^57P0[1235]$|^58030$|^25006$|^25P03$/;
const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver says without a code. */
const DRIVER =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|is not queryable$/;

/** A lock that did not come in time (`withLockPatience`). */
const LOCKED = '55P03';
/** Two waited for each other, and PostgreSQL ended this one. Whoever asked may ask again; work that waits as long as it takes is begun again by itself. */
const DEADLOCK = '40P01';
/** What took longer than whoever waits for it has patience (`withReadPatience`). */
const TOOK_TOO_LONG = '57014';

/** The error as `storeUnavailable` where PostgreSQL cannot do its work now, or `beingChanged` where others have locked what it needs; any other error as it is. */
export function asStoreTrouble(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === LOCKED || (code === DEADLOCK && lockPatience() > 0)) return new AppError('beingChanged');
  const text = messageOf(error);
  const trouble =
    typeof code === 'string'
      ? code === DEADLOCK ||
        (code === TOOK_TOO_LONG && readPatience() > 0) ||
        STATES.test(code) ||
        NETWORK.test(code)
      : !isOurs(error) && DRIVER.test(text);
  if (!trouble) return error;
  // A connection to several addresses fails with one error for all, which has no text of its own.
  const reason = text || (error instanceof AggregateError ? messageOf(error.errors[0]) : String(code));
  const unavailable = new AppError('storeUnavailable', { store: 'PostgreSQL', reason });
  unavailable.cause = error;
  return unavailable;
}

const isOurs = (error: unknown) => error instanceof AppError;

/** Whether a connection that failed so may succeed in a moment: the server is gone, full, or not yet up. */
export function mayPass(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === '57P01' ||
    code === '57P02' ||
    code === '57P03' ||
    code === '53300' ||
    messageOf(error) === 'Connection terminated unexpectedly'
  );
}
