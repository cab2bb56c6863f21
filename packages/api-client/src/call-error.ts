import type { ErrorKey, FieldError } from '@sunfleet/contract';

/** Why no answer came: no connection, the time was up, the caller stopped waiting, or what came was no envelope. */
export type TransportKind = 'offline' | 'timeout' | 'aborted' | 'badAnswer';

/** A call that brought no data. `refused`: the server answered so; any other kind: no usable answer arrived. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: 'refused' | TransportKind;
  /** The envelope's `code`; the HTTP status of a bad answer; 0 where nothing arrived. */
  readonly code: number;
  readonly error: ErrorKey | undefined;
  readonly fields: readonly FieldError[];

  constructor(
    kind: CallError['kind'],
    details: { message?: string; code?: number; error?: ErrorKey; fields?: readonly FieldError[] } = {},
  ) {
    super(details.message ?? '');
    this.kind = kind;
    this.code = details.code ?? 0;
    this.error = details.error;
    this.fields = details.fields ?? [];
  }
}

/** Whether the session behind the call is missing or over. */
export const isUnauthorised = (error: unknown): boolean =>
  error instanceof CallError && error.kind === 'refused' && error.code === 401;
