import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { resolveActor, signIn } from '../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../src/platform/http/server.ts';
import { signedText } from '../src/platform/http/signature.ts';
import type { TestPlatform } from './harness.ts';

/** What a test reads of an answer; `data` is the output of whatever route was asked. */
export interface Answer {
  code: number;
  error?: string;
  msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  fields?: { path: string; message: string }[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A server with some routes, asked over HTTP as one account or another. */
export interface Api {
  server: HttpServer;
  /** Signs in and answers how to ask as this account, all in one session. */
  as(user: { id: number }): Promise<(method: Method, path: string, body?: object) => Promise<Answer>>;
  /** The same, with every request signed by the session's key. */
  signedAs(user: { id: number }): Promise<(method: Method, path: string, body?: object) => Promise<Answer>>;
  /** Asks without a token. */
  nobody(method: Method, path: string, body?: object): Promise<Answer>;
}

let addresses = 0;

export async function openApi(platform: TestPlatform, register: (server: HttpServer) => void): Promise<Api> {
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  register(server);
  await server.app.ready();
  const send = async (options: InjectOptions): Promise<Answer> =>
    (await server.app.inject({ remoteAddress: newAddress(), ...options })).json();
  return {
    server,
    nobody: (method, path, payload) => send({ method, url: `/api${path}`, ...(payload && { payload }) }),
    async as(user) {
      const headers = { authorization: `Bearer ${await signIn(platform, user)}` };
      return (method, path, payload) =>
        send({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    },
    async signedAs(user) {
      const token = await signIn(platform, user);
      const signingKey = randomBytes(32);
      await platform.db.updateTable('sessions').set({ signingKey }).where('userId', '=', user.id).execute();
      return (method, path, body) => {
        const url = `/api${path}`;
        const payload = body ? JSON.stringify(body) : '';
        const time = String(platform.clock.now());
        const nonce = randomUUID();
        const text = signedText({ method, url, body: Buffer.from(payload), time, nonce });
        const headers = {
          authorization: `Bearer ${token}`,
          'x-sunfleet-time': time,
          'x-sunfleet-nonce': nonce,
          'x-sunfleet-signature': createHmac('sha256', signingKey).update(text).digest('hex'),
          ...(body ? { 'content-type': 'application/json' } : {}),
        };
        return send({ method, url, headers, ...(body && { payload }) });
      };
    },
  };
}

/** Rate limits count by address: each request comes from one of its own. */
function newAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250) % 250}.${(addresses % 250) + 1}`;
}
