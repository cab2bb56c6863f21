import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { auditDenied, type DeniedEntry } from '../audit.ts';
import { plainText } from '../plain-text.ts';
import { takeDenied } from './caller-limits.ts';
import type { HttpServer } from './server.ts';

interface Try {
  name: RouteName;
  context: RequestContext;
  request: FastifyRequest;
}

/**
 * Writes refused tries into the audit log: what was not permitted, and what did not exist for the caller. Too many tries do not fill
 * the log: one entry says that the writing stops, and from then on the answer is `tooManyRequests`.
 */
export async function watchDenied<T>(
  server: HttpServer,
  { name, context, request }: Try,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { auth } = routes[name] as RouteDefinition;
    const refused = error instanceof AppError && (error.status === 403 || error.status === 404);
    if (!refused || auth !== 'session') throw error;
    const fate = takeDenied(server.tally, context);
    const object = { objectType: error.key, objectId: idOf(name, request) };
    if (fate === 'written') await writeDenied(server, context, { action: `denied.${name}`, ...object });
    if (fate === 'cutOff') await writeDenied(server, context, CUT_OFF);
    throw fate === 'written' || fate === 'unwritten' ? error : new AppError('tooManyRequests');
  }
}

/** The id of a path as the route reads it (`0x2` is 2), so that who looks for an object finds every try. */
function idOf(name: RouteName, { params }: FastifyRequest): string {
  const read = (routes[name] as RouteDefinition).params?.safeParse(params).data as
    | { id?: unknown }
    | undefined;
  const { id = '' } = (params ?? {}) as { id?: string };
  return plainText(String(read?.id ?? id)).slice(0, 64);
}

/** Writes the entry that says that tries were refused faster than the log takes them. */
const CUT_OFF: DeniedEntry = { action: 'security.cutOff', objectType: 'tooManyRequests', objectId: '' };

async function writeDenied(server: HttpServer, context: RequestContext, entry: DeniedEntry): Promise<void> {
  const { db, log } = server.platform;
  await auditDenied(db, context, entry).catch((failure: unknown) =>
    log.error({ err: failure }, 'a refused try was not written down'),
  );
}
