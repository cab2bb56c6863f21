import tls from 'node:tls';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import type { Language, RouteName } from '@sunfleet/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Actor } from '../actor.ts';
import type { Platform } from '../platform.ts';
import { createNearBy } from '../connections/near-by.ts';
import { networkOf } from '../network-of.ts';
import type { Turns } from '../turns.ts';
import type { WorkSlices } from '../work-slices.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { createAnswerRoom, type AnswerRoom } from './answer-room.ts';
import { endTinyPieces } from './body/end-tiny-pieces.ts';
import { holdBackBodies } from './body/ask-for-body.ts';
import { createJsonBodies, PUBLIC_BODY_BYTES, type JsonBodies } from './body/json-bodies.ts';
import { createLookInTurn, type LookInTurn } from './body/look-in-turn.ts';
import { sendError } from './errors.ts';
import { dropForwardedPorts } from './drop-forwarded-ports.ts';
import { createFailedCount } from './failed-count.ts';
import { WORTH_PACKING } from './held-file.ts';
import { ANSWER_BROTLI } from './pack-answer.ts';
import { headersOf, securityHeaders } from './security-headers.ts';
import type { ProposedRoute } from './second-person.ts';
import { readInTurn } from './read-in-turn.ts';
import { createFilesOfPeople } from './files-of-people.ts';
import { createObjectsOfPeople, type ObjectsOfPeople } from './objects-of-people.ts';
import { createOpenFiles, type OpenFiles } from './open-files.ts';
import { createTally, type Tally } from './tally.ts';
import { createWorkOfPeople, type WorkOfPeople } from './work-of-people.ts';

/** Who a bearer token belongs to, and what the guard must know of it. */
export interface ResolvedSession {
  actor: Actor;
  language: Language | null;
  /** The password was given by an administrator: nothing but changing it is open. */
  mustChangePassword: boolean;
  /** Key of signed requests; null while none was asked for. */
  signingKey: Uint8Array | null;
  /** When its holder last proved who it is, epoch milliseconds; null: not yet. */
  provenAt: number | null;
}

/** Finds who a bearer token belongs to; undefined when the session does not exist or is over. */
export type ResolveActor = (bearer: string) => Promise<ResolvedSession | undefined>;

/** The HTTP side of the platform: a fastify instance with what every route needs. */
export interface HttpServer {
  app: FastifyInstance;
  platform: Platform;
  resolveActor: ResolveActor;
  /** Reads what callers send. */
  bodies: JsonBodies;
  /** Has what people send looked through, large ones one after the other. */
  lookInTurn: LookInTurn;
  /** When requests begin, and what takes a while goes on. */
  slices: WorkSlices;
  /** What callers do within a minute. */
  tally: Tally;
  /** How many objects calls of people name. */
  objects: ObjectsOfPeople;
  /** What people have in work at a time, and what their answers hold. */
  people: WorkOfPeople;
  answers: AnswerRoom;
  /** Files that go to people at a time. */
  files: Turns;
  /** Files that are on their way, of all people. */
  openFiles: OpenFiles;
  /** Puts on a reply what every answer says. Fastify does it by itself; it is to be called for a reply that is taken over. */
  secure: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Routes that run only when a second person approves them. */
  proposed: Map<RouteName, ProposedRoute>;
}

export async function createHttpServer(platform: Platform, resolveActor: ResolveActor): Promise<HttpServer> {
  const logger: FastifyBaseLogger = platform.log.child({ part: 'http' }, { level: 'warn' });
  const { httpTls } = platform.config;
  const certificate = httpTls && platform.certificates.open(httpTls);
  const app = Fastify({
    https: certificate?.options ?? null,
    loggerInstance: logger,
    // Only a named proxy may say whom it speaks for: rate limits and login locks count by address.
    trustProxy: [...platform.config.trustedProxies],
    // Of whatever is no route of the contract; each of those has its own.
    bodyLimit: PUBLIC_BODY_BYTES,
    requestTimeout: 120_000,
    forceCloseConnections: true,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Routes and plugins are the same with and without TLS.
  }) as unknown as FastifyInstance;
  if (app.server instanceof tls.Server) certificate?.keep(app.server);
  platform.connections.guard(app.server, 'http');
  dropForwardedPorts(app);
  const slices = platform.connections.slices();
  readInTurn(app.server, { slices, isNear: createNearBy(platform.config.trustedProxies) });
  answerInTurn(app, { slices });
  holdBackBodies(app.server);
  endTinyPieces(app.server);
  await app.register(compress, {
    threshold: WORTH_PACKING,
    encodings: ['br', 'gzip'],
    brotliOptions: ANSWER_BROTLI,
    // A packed body is unpacked only by the routes that measure it and know its sender.
    globalDecompression: false,
  });
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => networkOf(ip) });
  const headers = securityHeaders(platform.config);
  const secure: HttpServer['secure'] = (request, reply) => {
    // Files of people are under a policy of their own, in which nothing runs.
    const policy = reply.getHeader('content-security-policy');
    reply.headers({ ...headers, ...headersOf(request, (name) => reply.hasHeader(name)) });
    if (policy !== undefined) reply.header('content-security-policy', policy);
  };
  app.addHook('onSend', async (request, reply) => secure(request, reply));
  const countFailed = createFailedCount(app);
  app.setErrorHandler(async (error, request, reply) =>
    sendError(platform, request, reply, (await countFailed(error, request, reply)) ?? error),
  );
  allowOrigins(app, platform.config.corsOrigins);
  const bodies = createJsonBodies(app);
  const tally = createTally(platform.clock);
  const objects = createObjectsOfPeople(() => platform.clock.now());
  const people = createWorkOfPeople();
  const answers = createAnswerRoom();
  const files = createFilesOfPeople();
  const openFiles = createOpenFiles();
  const parts = {
    bodies,
    lookInTurn: createLookInTurn(),
    slices,
    tally,
    objects,
    people,
    answers,
    files,
    openFiles,
    secure,
  };
  return { app, platform, resolveActor, ...parts, proposed: new Map() };
}

/** Routes have their schemas in the contract. The compilers for those of Fastify would take a part of each start, and are not read so. */
const noSchemas = (): never => {
  throw new Error('A route has its schemas in the contract');
};

/** Other nodes' pages may call this one when they are named; credentials travel in a header, never in cookies. */
function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!origin || !origins.includes(origin)) return undefined;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-headers':
        'authorization, content-type, accept-language, appversion, last-event-id, x-sunfleet-time, x-sunfleet-nonce, x-sunfleet-signature',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '86400',
      vary: 'origin',
    });
    return request.method === 'OPTIONS' ? reply.code(204).send() : undefined;
  });
}
