import {
  FALLBACK_LANGUAGE,
  routes,
  type RouteDefinition,
  type RouteName,
  type RouteOutput,
  type RouteRequest,
} from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, systemActor, type Actor, type RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { chooseLanguage } from '../text.ts';
import type { HttpServer } from './server.ts';
import { validate } from './validate.ts';

export interface RawExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<N extends RouteName> = (
  context: RequestContext,
  request: RouteRequest<(typeof routes)[N]>,
  raw: RawExchange,
) => Promise<RouteOutput<(typeof routes)[N]>>;

/**
 * Puts a route of the contract on the server: guard, rate limit, validation, handler, envelope.
 * A handler of a `stream` or `raw` route writes the reply itself.
 */
export function registerRoute<N extends RouteName>(server: HttpServer, name: N, handler: Handler<N>): void {
  const definition: RouteDefinition = routes[name];
  if (definition.auth === 'session' && !definition.permission) {
    throw new Error(`Route ${name} names no permission`);
  }
  server.app.route({
    method: definition.method,
    url: `/api${definition.path}`,
    config: definition.ratePerMinute
      ? { rateLimit: { max: definition.ratePerMinute, timeWindow: '1 minute' } }
      : {},
    handler: async (request, reply) => {
      const context = await admit(server, definition, request);
      const input = validate(definition, request, context.language);
      const data = await handler(context, input as RouteRequest<(typeof routes)[N]>, { request, reply });
      if (definition.transport === 'stream' || definition.transport === 'raw' || reply.sent) return reply;
      return reply.send({ code: 200, msg: 'ok', data });
    },
  });
}

/** The guard: who asks, in which language, and whether the route's permission is held. */
async function admit(
  server: HttpServer,
  definition: RouteDefinition,
  request: FastifyRequest,
): Promise<RequestContext> {
  const bearer = bearerOf(request);
  const base = { language: chooseLanguage(request.headers['accept-language']), address: request.ip, bearer };
  if (definition.auth !== 'session') return { ...base, actor: nobody };
  const session = bearer === '' ? undefined : await server.resolveActor(bearer);
  if (!session) throw new AppError('unauthorised');
  const { permission } = definition;
  if (permission && permission !== 'any' && !may(session.actor, permission)) {
    throw new AppError(session.actor.kind === 'visitor' ? 'visitorReadOnly' : 'noDataPermission');
  }
  const asked = request.headers['accept-language'] ? base.language : (session.language ?? FALLBACK_LANGUAGE);
  return { ...base, language: asked, actor: session.actor };
}

/** Actor of public and device routes: it may nothing that a role grants. */
const nobody: Actor = { ...systemActor, kind: 'visitor', role: 'visitor' };

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
}
