import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { HttpServer, ResolvedSession } from './server.ts';

/** A signature is good this long after and, for clocks that run ahead, before its time. */
const TOLERANCE_MS = 5 * 60_000;

/** What is signed: method, path with query, SHA-256 of the body in hex, time and nonce, a line each. */
export function signedText(parts: {
  method: string;
  url: string;
  body: Uint8Array;
  time: string;
  nonce: string;
}): string {
  const digest = createHash('sha256').update(parts.body).digest('hex');
  return [parts.method, parts.url, digest, parts.time, parts.nonce].join('\n');
}

/**
 * Checks `x-sunfleet-time` (epoch milliseconds), `x-sunfleet-nonce` and `x-sunfleet-signature` (HMAC-SHA256 in hex by the session's
 * signing key). Throws AppError signatureMissing, signatureWrong, signatureReplayed.
 */
export async function checkSignature(
  { platform, bodies }: Pick<HttpServer, 'platform' | 'bodies'>,
  session: ResolvedSession,
  request: FastifyRequest,
): Promise<void> {
  const [time, nonce, signature] = ['time', 'nonce', 'signature'].map((name) =>
    header(request, `x-sunfleet-${name}`),
  );
  const { sessionId } = session.actor;
  if (!time || !nonce || !signature || !session.signingKey || sessionId === null)
    throw new AppError('signatureMissing');
  const now = platform.clock.now();
  if (!/^\d{13}$/.test(time) || Math.abs(now - Number(time)) > TOLERANCE_MS || nonce.length > 64) {
    throw new AppError('signatureReplayed');
  }
  const body = bodies.bytesOf(request);
  const text = signedText({ method: request.method, url: request.originalUrl, body, time, nonce });
  const right = createHmac('sha256', session.signingKey).update(text).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('signatureWrong');
  if (!(await takeNonce(platform, sessionId, nonce))) throw new AppError('signatureReplayed');
}

async function takeNonce(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sessionId: number,
  nonce: string,
): Promise<boolean> {
  const at = new Date(clock.now());
  await db
    .deleteFrom('signedRequests')
    .where('at', '<', new Date(clock.now() - 2 * TOLERANCE_MS))
    .execute();
  const row = await db
    .insertInto('signedRequests')
    .values({ sessionId, nonce, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
