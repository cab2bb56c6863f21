import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { bearerOf } from '../../platform/http/admit.ts';
import { addJsonParser } from '../../platform/http/body/add-json-parser.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import { createTurns } from '../../platform/turns.ts';
import { createBodyIntake, type AdmittedBody, type BodySender } from './body/body-intake.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { admitDevice, pushTelemetry } from './push-telemetry.ts';
import { admitAgent, pushInflux } from './push-influx.ts';
import { createSightings } from './sightings.ts';

/** When to try again after too many requests: limits count by the minute. */
const RETRY_SECONDS = 60;

/** Puts the routes on the server that devices and agents push to. Adds health part `gateway.http`. */
export function registerIngestRoutes(
  server: HttpServer,
  input: { directory: DeviceDirectory; ingest: Ingest },
): void {
  const { platform } = server;
  const counters = { readings: 0, lines: 0, skippedFields: 0, refused: 0 };
  const intake = createBodyIntake();
  const parts: HttpGatewayParts = {
    platform,
    ...input,
    counters,
    intake,
    seen: createSightings(platform),
    batches: createTurns({ atOnce: 1 }),
    largeBatches: createTurns({ atOnce: 1 }),
    spares: [],
    slices: server.slices,
  };
  platform.health.add({
    name: 'gateway.http',
    essential: false,
    check: () => ({ state: 'ok', detail: { ...counters } }),
  });
  within(server, (scoped) => registerPush(scoped, parts));
  within(server, (scoped) => registerInflux(scoped, parts));
}

/** Routes of their own that read bodies themselves. */
function within(server: HttpServer, register: (scoped: HttpServer) => void): void {
  void server.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers();
    register({ ...server, app });
    done();
  });
}

/** Whom a request comes from, found before its body is read. */
interface Admitted<Who> {
  who: Who;
  sender: BodySender;
}

/**
 * Lets a request in by what stands in its head, so that nothing of a stranger's body is kept. Answers how handlers and parsers find whom
 * they have let in.
 */
function letIn<Who>(
  app: FastifyInstance,
  { intake, counters, platform }: HttpGatewayParts,
  find: (request: FastifyRequest, bearer: string) => Promise<Admitted<Who>>,
) {
  app.decorateRequest('sender');
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { who, sender } = await find(request, bearerOf(request));
      // A device of nobody has shown a secret that whoever is there made up.
      if ('organisationCode' in sender) {
        const holder = `organisation ${sender.organisationCode}`;
        platform.connections.known(request.raw.socket, { holder, administers: false });
      }
      const held = intake.admit(sender, { request, reply });
      request.setDecorator('sender', { who, held });
    } catch (error) {
      counters.refused += 1;
      // Agents keep what they could not send and try again.
      if (error instanceof AppError && error.key === 'tooManyRequests')
        reply.header('retry-after', RETRY_SECONDS);
      throw error;
    }
  });
  return (request: FastifyRequest) => request.getDecorator<{ who: Who; held: AdmittedBody }>('sender');
}

/** The body, when it is its sender's turn to have it read. */
async function readInTurn(
  { intake, slices }: HttpGatewayParts,
  request: FastifyRequest,
  { payload, body }: { payload: Readable; body: AdmittedBody },
): Promise<Buffer> {
  const bytes = await intake.read(request, payload, body);
  await slices.turn(() => body.turn);
  return bytes;
}

function registerPush(server: HttpServer, parts: HttpGatewayParts): void {
  const { app } = server;
  const senderOf = letIn(app, parts, (request, bearer) => admitDevice(parts, request, bearer));
  addJsonParser(app, (request, payload) =>
    readInTurn(parts, request, { payload, body: senderOf(request).held }),
  );
  registerRoute(server, 'pushTelemetry', async (_context, { body }, { request }) => {
    try {
      const { who, held } = senderOf(request);
      return await pushTelemetry(parts, { ...who, turn: held.turn }, body);
    } catch (error) {
      parts.counters.refused += 1;
      throw error;
    }
  });
}

/** Agents name any type for line protocol, or none; the body is bytes in any case. */
function registerInflux(server: HttpServer, parts: HttpGatewayParts): void {
  const { app } = server;
  const senderOf = letIn(app, parts, (request, bearer) => admitAgent(parts, request, bearer));
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
    readInTurn(parts, request, { payload, body: senderOf(request).held }),
  );
  registerRoute(server, 'pushInflux', async (context, { query }, { request, reply }) => {
    const { body } = request;
    // The key may have ended while the body came.
    const { who } = await admitAgent(parts, request, bearerOf(request));
    await pushInflux(parts, context, {
      organisation: who,
      bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      precision: query.precision,
      isGone: () => reply.raw.destroyed,
    });
    void reply.code(204).send();
    return null;
  });
}
