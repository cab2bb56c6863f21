import type { ErrorEnvelope, ErrorKey } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { chooseLanguage } from '../text.ts';

/** Errors that fastify and PostgreSQL's driver raise, as errors of ours. */
const KNOWN: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedFileType',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupportedFileType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
  FST_REQ_FILE_TOO_LARGE: 'payloadTooLarge',
  // A text with a NUL character, which PostgreSQL does not keep.
  '22021': 'malformedJson',
  '22P05': 'malformedJson',
  ENOSPC: 'storeUnavailable',
};

/** The one place where an error becomes an answer. Logs an error that is no `AppError` and answers `internal`. */
export function sendError(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const known = toAppError(error);
  const logged = known.key === 'internal' || known.key === 'storeUnavailable';
  if (logged) platform.log.error({ err: error, url: request.url }, 'request failed');
  if (known.key === 'tooManyRequests') reply.header('retry-after', reply.getHeader('retry-after') ?? '60');
  if (known.key === 'quotaReached') reply.header('retry-after', known.values.retryAfter);
  if (known.key === 'tooManyNewDevices') reply.header('retry-after', '3600');
  // What still comes of it is not waited for.
  if (known.key === 'bodyTooSlow') reply.header('connection', 'close');
  if (known.key === 'storeUnavailable') reply.header('retry-after', '5');
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(envelope(platform, request, known));
}

function envelope(platform: Platform, request: FastifyRequest, error: AppError): ErrorEnvelope {
  const language = chooseLanguage(request.headers['accept-language']);
  return {
    code: error.code,
    msg: platform.text(language, `errors.${error.key}`, error.values),
    data: null,
    error: error.key,
    ...(error.fields ? { fields: [...error.fields] } : {}),
  };
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code && KNOWN[code]) return new AppError(KNOWN[code], code === 'ENOSPC' ? { store: 'disk' } : {});
  if (statusCode === 429) return new AppError('tooManyRequests');
  // Of files and paths: those outside the folder of the web answer 403 there, which would tell that they exist.
  if (statusCode === 403 || statusCode === 404) return new AppError('notFound');
  if (isOfCaller(statusCode) || error instanceof SyntaxError) return new AppError('malformedJson');
  return new AppError('internal');
}

const isOfCaller = (status: number | undefined) => status !== undefined && status >= 400 && status < 500;
