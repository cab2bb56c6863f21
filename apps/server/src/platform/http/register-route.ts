import {
  FALLBACK_LANGUAGE,
  LIMITS,
  routes,
  type RouteDefinition,
  type RouteName,
  type RouteOutput,
  type RouteRequest,
} from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, systemActor, type Actor, type RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { auditDenied, type DeniedEntry } from '../audit.ts';
import { chooseLanguage } from '../text.ts';
import { takeDenied, takeRequest } from './caller-limits.ts';
import { cutAnswer } from './cut-answer.ts';
import type { HttpServer, ResolvedSession } from './server.ts';
import { keepProposal, requireSound, type ProposedRoute } from './second-person.ts';
import { checkSignature, keepBody } from './signature.ts';
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

interface RouteOptions<N extends RouteName> {
  /**
   * Of a route for two people: throws where the caller may not do this very thing. It is asked of who proposes and of who approves. Needed
   * where the route has a scope.
   */
  check?: (context: RequestContext, request: RouteRequest<(typeof routes)[N]>) => Promise<void>;
}

/** Requests a minute that one network may make to a public route that names no limit of its own. */
const PUBLIC_RATE = 1200;

/**
 * Puts a route of the contract on the server: guard, rate limit, validation, handler, answer cut to its schema, envelope.
 * A handler of a `stream` or `raw` route writes the reply itself.
 */
export function registerRoute<N extends RouteName>(
  server: HttpServer,
  name: N,
  handler: Handler<N>,
  { check }: RouteOptions<N> = {},
): void {
  const definition: RouteDefinition = routes[name];
  if (definition.auth === 'session' && !definition.permission) {
    throw new Error(`Route ${name} names no permission`);
  }
  const { secondPerson } = definition;
  if (secondPerson) {
    requireSound(name, definition, check !== undefined);
    server.proposed.set(name, proposedRoute(name, handler, check));
  }
  server.app.route({
    method: definition.method,
    url: `/api${definition.path}`,
    config: rateConfig(definition),
    ...(definition.signed ? { preParsing: keepBody } : {}),
    handler: async (request, reply) => {
      const context = await admit(server, name, request);
      const words = { language: context.language, text: server.platform.text };
      const input = validate(definition, request, words);
      const work = secondPerson
        ? propose(server, context, { name, input })
        : handler(context, input as RouteRequest<(typeof routes)[N]>, { request, reply });
      const data = await watchDenied(server, { name, context, request }, work);
      await hearOwnChanges(server, definition);
      if (definition.transport === 'stream' || definition.transport === 'raw' || reply.sent) return reply;
      return reply.send({ code: 200, msg: 'ok', data: cutAnswer(name, data) });
    },
  });
}

/** What an approval runs: the handler as the approver, without a request of its own. */
function proposedRoute<N extends RouteName>(
  name: N,
  handler: Handler<N>,
  check: RouteOptions<N>['check'],
): ProposedRoute {
  const nothing = (): never => {
    throw new Error(`Route ${name} waits for a second person and has no request of its own`);
  };
  const raw = Object.defineProperties(
    {},
    { request: { get: nothing }, reply: { get: nothing } },
  ) as RawExchange;
  return {
    check: async (context, input) => check?.(context, input),
    run: (context, input) => handler(context, input, raw),
  };
}

/** Keeps the call for a second person. Always throws: AppError `secondPersonNeeded`, or what `check` throws. */
async function propose(
  server: HttpServer,
  context: RequestContext,
  { name, input }: { name: RouteName; input: unknown },
): Promise<never> {
  await server.proposed.get(name)?.check(context, input as never);
  await keepProposal(server.platform, context, { name, input });
  throw new AppError('secondPersonNeeded', { minutes: LIMITS.proposalMs / 60_000 });
}

/** Waits until this server has seen the change, so that the caller's next request finds it. Other servers see it a moment later. */
async function hearOwnChanges({ platform }: HttpServer, { auth, method }: RouteDefinition): Promise<void> {
  if (auth !== 'session' || method === 'GET') return;
  await platform.changes
    .catchUp()
    .catch((error: unknown) => platform.log.warn({ err: error }, 'own changes are heard of later'));
}

/** The route's own limit, else the common one of public routes; other routes have none. */
function rateConfig({ auth, ratePerMinute }: RouteDefinition): object {
  const max = ratePerMinute ?? (auth === 'public' ? PUBLIC_RATE : undefined);
  return max === undefined ? {} : { rateLimit: { max, timeWindow: '1 minute' } };
}

/** The guard: finds the caller and the language, and checks that the caller holds the route's permission. */
async function admit(server: HttpServer, name: RouteName, request: FastifyRequest): Promise<RequestContext> {
  const definition: RouteDefinition = routes[name];
  const bearer = bearerOf(request);
  const base = { language: chooseLanguage(request.headers['accept-language']), address: request.ip, bearer };
  if (definition.auth !== 'session') return { ...base, actor: nobody };
  const session = bearer === '' ? undefined : await server.resolveActor(bearer);
  if (!session) throw new AppError('unauthorised');
  const asked = request.headers['accept-language'] ? base.language : (session.language ?? FALLBACK_LANGUAGE);
  const context = { ...base, language: asked, actor: session.actor };
  takeRequest(server.tally, context, { name, definition });
  await watchDenied(server, { name, context, request }, open(server, { definition, session, request }));
  return context;
}

interface Asked {
  definition: RouteDefinition;
  session: ResolvedSession;
  request: FastifyRequest;
}

async function open(server: HttpServer, { definition, session, request }: Asked): Promise<void> {
  const { permission } = definition;
  const { actor } = session;
  if (permission && permission !== 'any' && !may(actor, permission)) {
    throw new AppError(actor.kind === 'visitor' ? 'visitorReadOnly' : 'noDataPermission');
  }
  if (
    actor.kind === 'visitor' &&
    permission === 'any' &&
    definition.method !== 'GET' &&
    !definition.forVisitors
  ) {
    throw new AppError('visitorReadOnly');
  }
  if (actor.apiKeyId !== null && needsPerson(definition)) throw new AppError('noDataPermission');
  if (session.mustChangePassword && !definition.beforePasswordChange)
    throw new AppError('mustChangePassword');
  requireProof(definition, session, request.body);
  if (definition.signed) await checkSignature(server.platform, session, request);
}

/** Throws AppError `stepUpNeeded` where the route asks for a proof of who holds the session, and the last one is too old. */
function requireProof(
  { stepUp }: RouteDefinition,
  { actor, provenAt }: ResolvedSession,
  body: unknown,
): void {
  if (!stepUp) return;
  const asked = stepUp === true || stepUp.some((field) => Object.hasOwn((body ?? {}) as object, field));
  if (asked && (provenAt === null || provenAt + LIMITS.stepUpMs <= actor.at))
    throw new AppError('stepUpNeeded');
}

/** What an API key must not do, whatever it holds: change the account it speaks for, read what protects it, or make more of its kind. */
function needsPerson({ permission, method, forPeople }: RouteDefinition): boolean {
  if (forPeople) return true;
  return permission === 'apiKeys.manage' || (permission === 'any' && method !== 'GET');
}

interface Try {
  name: RouteName;
  context: RequestContext;
  request: FastifyRequest;
}

/**
 * Writes refused tries into the audit log: what was not permitted, and what did not exist for the caller. Too many tries do not fill
 * the log: one entry says that the writing stops, and from then on the answer is `tooManyRequests`.
 */
async function watchDenied<T>(
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
    const { id } = (request.params ?? {}) as { id?: string };
    const object = { objectType: error.key, objectId: (id ?? '').slice(0, 64) };
    if (fate === 'written') await writeDenied(server, context, { action: `denied.${name}`, ...object });
    if (fate === 'cutOff') await writeDenied(server, context, CUT_OFF);
    throw fate === 'written' ? error : new AppError('tooManyRequests');
  }
}

/** Writes the entry that says that tries were refused faster than the log takes them. */
const CUT_OFF: DeniedEntry = { action: 'security.cutOff', objectType: 'tooManyRequests', objectId: '' };

async function writeDenied(server: HttpServer, context: RequestContext, entry: DeniedEntry): Promise<void> {
  const { db, log } = server.platform;
  await auditDenied(db, context, entry).catch((failure: unknown) =>
    log.error({ err: failure }, 'a refused try was not written down'),
  );
}

/** Actor of public and device routes. It holds no permission of any role. */
const nobody: Actor = { ...systemActor, kind: 'visitor', role: 'visitor' };

/** The token in the head of a request; empty when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
}
