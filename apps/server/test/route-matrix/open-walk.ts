import { createHash, createHmac, randomBytes } from 'node:crypto';
import { routes, type ErrorEnvelope, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import type { FastifyInstance } from 'fastify';
import { resolveActor } from '../../src/features/accounts/index.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { registerRoutes } from '../../src/register-routes.ts';
import { openServices } from '../../src/services.ts';
import type { TestPlatform } from '../harness.ts';
import type { WalkRequest } from './requests.ts';

export interface WalkAnswer {
  status: number;
  text: string;
  /** Key of the error; empty where it went well. */
  error: string;
}

/** The whole server, for requests to any of its routes. */
export interface Walk {
  app: FastifyInstance;
  /** Asks a route as the holder of a token, signed where the route wants it. */
  ask(name: RouteName, token: string | undefined, request: WalkRequest): Promise<WalkAnswer>;
  stop(): Promise<void>;
}

export async function openWalk(platform: TestPlatform): Promise<Walk> {
  const services = await openServices(platform);
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  registerRoutes(server, services, '0.0.0-test');
  await server.app.ready();
  const { app } = server;
  let asked = 0;
  return {
    app,
    async ask(name, token, request) {
      const route: RouteDefinition = routes[name];
      const body = request.payload === undefined ? undefined : JSON.stringify(request.payload);
      const signature =
        route.signed && token ? await sign({ app, platform }, token, { ...request, body: body ?? '' }) : {};
      asked += 1;
      const response = await app.inject({
        method: request.method,
        url: request.url,
        // Limits count by address; the walk is not about them.
        remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...signature,
          'accept-language': 'en-US',
        },
        ...(body === undefined ? {} : { payload: body }),
        ...(route.transport === 'stream' ? { payloadAsStream: true } : {}),
      });
      if (route.transport === 'stream') {
        response.stream().destroy();
        return { status: response.statusCode, text: '', error: '' };
      }
      const error = response.statusCode < 300 ? '' : (JSON.parse(response.body) as ErrorEnvelope).error;
      return { status: response.statusCode, text: response.body, error };
    },
    async stop() {
      await app.close();
      await services.stop();
    },
  };
}

type Server = { app: FastifyInstance; platform: TestPlatform };

/** What a client does for a route that wants a signature. */
async function sign(
  { app, platform }: Server,
  token: string,
  request: { method: string; url: string; body: string },
): Promise<Record<string, string>> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/ups/user/get',
    headers: { authorization: `Bearer ${token}` },
  });
  const { data: key } = answer.json() as { data: string | null };
  if (key === null) return {};
  const time = String(platform.clock.now());
  const nonce = randomBytes(8).toString('hex');
  const digest = createHash('sha256').update(request.body).digest('hex');
  const text = [request.method, request.url, digest, time, nonce].join('\n');
  return {
    'x-sunfleet-time': time,
    'x-sunfleet-nonce': nonce,
    'x-sunfleet-signature': createHmac('sha256', key).update(text).digest('hex'),
  };
}
