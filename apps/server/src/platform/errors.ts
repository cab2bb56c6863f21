import { ERRORS, type ErrorKey, type FieldError } from '@sunfleet/contract/errors';

/** An error the caller may see: `key` names it for programs and for its text in every language. */
export class AppError extends Error {
  readonly key: ErrorKey;
  /** Values for the text's placeholders. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldError[] | undefined;

  constructor(
    key: ErrorKey,
    values: Readonly<Record<string, string | number>> = {},
    fields?: readonly FieldError[],
  ) {
    super(values.reason === undefined ? key : `${key} (${values.reason})`);
    this.name = 'AppError';
    this.key = key;
    this.values = values;
    this.fields = fields;
  }

  get status(): number {
    return ERRORS[this.key].status;
  }

  get code(): number {
    return ERRORS[this.key].code;
  }
}

/** The sender itself has filled its share with what waits. It may send it again, and nobody else waits for that. */
export class ShareFullError extends AppError {}

/** The text of an error without its stack, whatever was thrown: libraries copy errors into plain objects, too. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : String(error);
}
