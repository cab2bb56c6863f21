import { AppError } from '../../platform/errors.ts';

/** Whether an error says that this is not to be done. What is held by others now, and a store that fails, say nothing about it: a moment later it can be done. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.key !== 'beingChanged';
