import {
  FALLBACK_LANGUAGE,
  LIMITS,
  reachOf,
  routes,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, may, systemActor, type Actor, type RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { chooseLanguage } from '../text.ts';
import { takeRequest } from './caller-limits.ts';
import type { HttpServer, ResolvedSession } from './server.ts';
import { checkSignature } from './signature.ts';
import { watchDenied } from './watch-denied.ts';
import { senderOf } from './work-of-people.ts';

/** A request whose caller was let in by what stands in its head. */
interface Admitted {
  context: RequestContext;
  /** Undefined where the route asks for none. */
  session: ResolvedSession | undefined;
}

const admittedRequests = new WeakMap<FastifyRequest, Admitted>();

/**
 * The guard, before anything of the body is read: finds the caller and the language, and checks that the caller holds the route's
 * permission. What it finds is kept for `admitBody`, so that a session is looked up once.
 */
export async function admitHead(
  server: HttpServer,
  name: RouteName,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const definition: RouteDefinition = routes[name];
  const admitted = await findCaller(server, name, request);
  admittedRequests.set(request, admitted);
  const { auth, signed = false, bodyBytes, transport } = definition;
  // Gateways read the large bodies of devices themselves; a small one counts as that of a stranger.
  const isSmall = auth === 'device' && bodyBytes === undefined;
  if (auth !== 'session' && auth !== 'public' && !isSmall) return;
  const isFile = transport === 'multipart';
  const body = { account: accountOf(admitted), signed, isFile };
  if (auth !== 'session') return server.bodies.expect(request, reply, body);
  const sender = senderOf(admitted.context, definition);
  const inTurn = (bytes: number, work: () => Promise<unknown>) => server.lookInTurn(sender, bytes, work);
  server.bodies.expect(request, reply, { ...body, inTurn });
}

/** The account for which a body counts: all sessions and keys of one person together, because a person can make any number of them. */
function accountOf({ session }: Admitted): string | null {
  const userId = session?.actor.userId ?? null;
  return userId === null ? null : `user ${userId}`;
}

/** The rest of the guard, which looks into the body: a proof that some fields ask for, and the signature. */
export async function admitBody(
  server: HttpServer,
  name: RouteName,
  request: FastifyRequest,
): Promise<RequestContext> {
  const context = await admitAtTurn(server, name, request);
  const { session } = admittedRequests.get(request)!;
  const { signed = false }: RouteDefinition = routes[name];
  if (!session || !signed) return context;
  await watchDenied(server, { name, context, request }, checkSignature(server, session, request));
  return context;
}

/** The guard once more, when a request that waited behind others of the same person has its turn. Its signature holds for as long as it waits. */
export async function admitAtTurn(
  server: HttpServer,
  name: RouteName,
  request: FastifyRequest,
): Promise<RequestContext> {
  const { context, session } = await admitAgain(server, name, request);
  const { stepUp }: RouteDefinition = routes[name];
  if (!session || !stepUp) return context;
  const check = async () => requireProof(stepUp, session, request.body);
  await watchDenied(server, { name, context, request }, check());
  return context;
}

/**
 * The guard once more amid work of a route that takes a while, as of many stations: whose session ended or who lost the permission goes on with nothing.
 * The proof of its begin holds.
 */
export async function admitStill(
  server: HttpServer,
  name: RouteName,
  request: FastifyRequest,
): Promise<RequestContext> {
  return (await admitAgain(server, name, request)).context;
}

/**
 * How long it holds that a caller was let in. A body may come for half a minute, and what waits for its turn may wait for many, in which sessions end
 * and people lose rights.
 */
const HOLDS_MS = 1000;

/** Who was let in before; asked for and kept again where that was a while ago. */
async function admitAgain(server: HttpServer, name: RouteName, request: FastifyRequest): Promise<Admitted> {
  const admitted = admittedRequests.get(request)!;
  const { session: before } = admitted;
  if (!before || Math.abs(server.platform.clock.now() - before.actor.at) < HOLDS_MS) return admitted;
  const session = await server.resolveActor(admitted.context.bearer);
  if (!session) throw new AppError('unauthorised');
  const context = { ...admitted.context, actor: session.actor };
  const check = async () => requireAllowed(routes[name], session);
  await watchDenied(server, { name, context, request }, check());
  const again = { context, session };
  admittedRequests.set(request, again);
  return again;
}

async function findCaller(server: HttpServer, name: RouteName, request: FastifyRequest): Promise<Admitted> {
  const definition: RouteDefinition = routes[name];
  const bearer = bearerOf(request);
  const base = { language: chooseLanguage(request.headers['accept-language']), address: request.ip, bearer };
  if (definition.auth !== 'session') return { context: { ...base, actor: nobody }, session: undefined };
  const session = bearer === '' ? undefined : await server.resolveActor(bearer);
  if (!session) throw new AppError('unauthorised');
  const asked = request.headers['accept-language'] ? base.language : (session.language ?? FALLBACK_LANGUAGE);
  const context = { ...base, language: asked, actor: session.actor, written: { entries: 0 } };
  noteKnown(server, session, request);
  takeRequest(server.tally, context, { name, definition });
  const check = async () => requireAllowed(definition, session);
  await watchDenied(server, { name, context, request }, check());
  return { context, session };
}

/** Visitors are strangers with a session. */
function noteKnown({ platform }: HttpServer, { actor }: ResolvedSession, { raw }: FastifyRequest): void {
  if (actor.kind !== 'user') return;
  const administers = may(actor, 'platform.manage');
  platform.connections.known(raw.socket, { holder: `user ${actor.userId}`, administers });
}

function requireAllowed(definition: RouteDefinition, session: ResolvedSession): void {
  const { permission } = definition;
  const { actor } = session;
  if (permission && permission !== 'any' && !may(actor, permission)) {
    throw new AppError(actor.kind === 'visitor' ? 'visitorReadOnly' : 'noDataPermission');
  }
  if (definition.reach === 'organisation' && reachOf(accessOf(actor).scope) === 'part')
    throw new AppError('noDataPermission');
  if (actor.kind === 'visitor' && permission === 'any' && !opensToVisitors(definition))
    throw new AppError('visitorReadOnly');
  if (actor.apiKeyId !== null && needsPerson(definition)) throw new AppError('noDataPermission');
  if (session.mustChangePassword && !definition.beforePasswordChange)
    throw new AppError('mustChangePassword');
}

/** Visitors read, and have nothing by which they could prove who they are. */
const opensToVisitors = ({ method, stepUp, forVisitors }: RouteDefinition): boolean =>
  forVisitors === true || (method === 'GET' && stepUp !== true);

/** Throws AppError `stepUpNeeded` where the route asks for a proof of who holds the session, and the last one is too old. */
function requireProof(
  stepUp: RouteDefinition['stepUp'],
  { actor, provenAt }: ResolvedSession,
  body: unknown,
): void {
  if (!stepUp) return;
  const asked = stepUp === true || stepUp.some((field) => Object.hasOwn((body ?? {}) as object, field));
  if (asked && (provenAt === null || provenAt + LIMITS.stepUpMs <= actor.at))
    throw new AppError('stepUpNeeded');
}

/**
 * What an API key must not do, whatever it holds: change the account it speaks for, read what protects it, make more of its kind, or do what
 * asks for a proof of who one is, which a program cannot give.
 */
function needsPerson({ permission, method, forPeople, stepUp }: RouteDefinition): boolean {
  if (forPeople || stepUp === true) return true;
  return permission === 'apiKeys.manage' || (permission === 'any' && method !== 'GET');
}

/** Actor of public and device routes. It holds no permission of any role. */
const nobody: Actor = { ...systemActor, kind: 'visitor', role: 'visitor' };

/** The token in the head of a request; empty when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
}
