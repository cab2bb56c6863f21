import {
  isReading,
  routes,
  type RouteDefinition,
  type RouteName,
  type RouteOutput,
  type RouteRequest,
} from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { admitAtTurn, admitBody, admitHead } from './admit.ts';
import { answerText } from './answer-text.ts';
import { withBody } from './body/held-body.ts';
import { PUBLIC_BODY_BYTES, SESSION_BODY_BYTES } from './body/json-bodies.ts';
import { NETWORK_RATE } from './failed-count.ts';
import type { HttpServer } from './server.ts';
import { objectsOf } from './objects-of-people.ts';
import { packAnswer } from './pack-answer.ts';
import { validate } from './validate.ts';
import type { Sender } from './shared-room.ts';
import { watchDenied } from './watch-denied.ts';
import { senderOf, type InTurn } from './work-of-people.ts';

export interface RawExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<N extends RouteName> = (
  context: RequestContext,
  request: RouteRequest<(typeof routes)[N]>,
  raw: RawExchange,
) => Promise<RouteOutput<(typeof routes)[N]>>;

/** Whether a request is worked on although its network made too many. */
export type GoesOn = (request: FastifyRequest) => Promise<boolean>;

interface RouteOptions<N extends RouteName> {
  /** Asked once the limit of the network is reached, before the body is checked. */
  goesOn?: GoesOn;
  /**
   * Of a route that costs so much that few are worked on at a time: does the work when it is the sender's turn. Whoever waits for it has taken no place from
   * others yet.
   */
  inTurn?: <T>(
    sender: Sender,
    request: RouteRequest<(typeof routes)[N]>,
    work: () => Promise<T>,
  ) => Promise<T>;
}

/**
 * Puts a route of the contract on the server: guard, rate limit, validation, handler, answer cut to its schema, envelope.
 * A handler of a `stream` or `raw` route writes the reply itself.
 */
export function registerRoute<N extends RouteName>(
  server: HttpServer,
  name: N,
  handler: Handler<N>,
  { goesOn, inTurn }: RouteOptions<N> = {},
): void {
  const definition: RouteDefinition = routes[name];
  if (definition.auth === 'session' && !definition.permission) {
    throw new Error(`Route ${name} names no permission`);
  }
  if (definition.secondPerson && !server.proposed.has(name)) {
    throw new Error(`Route ${name} waits for a second person: registerProposedRoute`);
  }
  server.app.route({
    method: definition.method,
    url: `/api${definition.path}`,
    ...networkLimit(server, definition, goesOn),
    bodyLimit: bodyLimit(definition),
    preParsing: (request, reply) => admitHead(server, name, { request, reply }),
    handler: (request, reply) =>
      withBody(request, async () => {
        const context = await admitBody(server, name, request);
        const sender = senderOf(context, definition);
        const { input, objects } = await inputOf(server, definition, { request, context, sender });
        const exchange = { request, reply };
        const begin = (now: RequestContext) =>
          handler(now, input as RouteRequest<(typeof routes)[N]>, exchange);
        const turn: InTurn | undefined =
          inTurn && ((work) => inTurn(sender, input as RouteRequest<(typeof routes)[N]>, work));
        const answer = async () => {
          requireReader(request);
          const now = await admitAtTurn(server, name, request);
          const data = await watchDenied(server, { name, context: now, request }, begin(now));
          // Each entry of the log stays for ever, so whoever caused many by one call pauses for them.
          server.objects.owe(sender.person, (now.written?.entries ?? 0) - objects);
          await hearOwnChanges(server, definition);
          if (definition.transport === 'stream' || definition.transport === 'raw' || reply.sent)
            return undefined;
          const told = await answerText(name, data, () => server.slices.turn(() => sender.person));
          return `{"code":200,"msg":"ok","data":${told}}`;
        };
        const text = await server.people.take(sender, name, answer, turn);
        if (text === undefined) return reply;
        server.answers.hold(sender.person, exchange, text.length);
        const packed = await packAnswer(text, exchange);
        return reply.type('application/json; charset=utf-8').send(packed);
      }),
  });
}

interface Asked {
  request: FastifyRequest;
  context: RequestContext;
  sender: Sender;
}

/**
 * What a request names, and how many objects, when it was looked through and counted. What somebody sends who is signed in is looked through when it is that person's turn; devices
 * send much, in turns of their own. Throws AppError `invalidInput`, `tooManyRequests`.
 */
async function inputOf(
  server: HttpServer,
  definition: RouteDefinition,
  { request, context, sender }: Asked,
): Promise<{ input: ReturnType<typeof validate>; objects: number }> {
  const words = { language: context.language, text: server.platform.text };
  const look = () => {
    const input = validate(definition, request, words);
    const objects = objectsOf(definition, input.body);
    server.objects.take(sender.person, objects);
    return { input, objects };
  };
  if (definition.auth !== 'session') return look();
  return server.lookInTurn(sender, server.bodies.lengthOf(request), look, 'preferred');
}

/** What waited for its turn is not begun when its sender hung up meanwhile. Throws AppError `tooManyRequests`, which nobody reads. */
function requireReader({ raw: { socket } }: FastifyRequest): void {
  if (socket.destroyed) throw new AppError('tooManyRequests');
}

/**
 * Waits until this server has seen the change, so that the caller's next request finds it. Other servers see it a moment later. What a device is
 * asked changes nothing here.
 */
async function hearOwnChanges({ platform }: HttpServer, definition: RouteDefinition): Promise<void> {
  if (definition.auth !== 'session' || isReading(definition) || definition.asksOutside) return;
  await platform.changes
    .catchUp()
    .catch((error: unknown) => platform.log.warn({ err: error }, 'own changes are heard of later'));
}

function bodyLimit({ auth, bodyBytes }: RouteDefinition): number {
  return bodyBytes ?? (auth === 'session' ? SESSION_BODY_BYTES : PUBLIC_BODY_BYTES);
}

/**
 * The route's own limit, else the common one of public routes; other routes have none. A request counts when its body has come: those that
 * never end would use up the limit of everybody behind the same address. What fails before is counted with the failure.
 */
function networkLimit(
  { app }: HttpServer,
  { auth, ratePerMinute }: RouteDefinition,
  goesOn: GoesOn | undefined,
): object {
  const max = ratePerMinute ?? (auth === 'public' ? NETWORK_RATE : undefined);
  if (max === undefined) return {};
  const limit = app.rateLimit({ max, timeWindow: '1 minute' });
  if (!goesOn) return { config: { limit }, preHandler: limit };
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await limit.call(app, request, reply);
    } catch (tooMany) {
      if (!(await goesOn(request))) throw tooMany;
      reply.removeHeader('retry-after');
    }
  };
  return { config: { limit }, preHandler };
}
