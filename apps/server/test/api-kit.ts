import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Permission, Role } from '@sunfleet/contract';
import type { InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import { resolveActor, signIn } from '../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../src/platform/http/server.ts';
import { signedText } from '../src/platform/http/signature.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { UsersTable } from '../src/platform/postgres/tables/accounts.ts';
import { hashToken, mintToken } from '../src/platform/tokens.ts';
import type { TestPlatform } from './harness.ts';
import { makeOrganisation, makeUser } from './makers.ts';

/** What a test reads of an answer; `data` is the output of whatever route was asked. */
// oxlint-disable-next-line typescript/no-explicit-any -- what a route answers is what the test says it is
export interface Answer<T = any> {
  code: number;
  error?: string;
  msg: string;
  data: T;
  fields?: { path: string; message: string }[];
}

export interface Request {
  /** POST where there is a body, else GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  bearer?: string;
  /** One of its own where none is named: limits count by address. */
  address?: string;
  language?: string;
  headers?: Record<string, string>;
}

/** Somebody who calls, all in one session. */
export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  del(path: string, body?: object): Promise<Answer>;
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export type Register = (server: HttpServer, platform: Platform) => void;
type Send = (path: string, request: Request) => Promise<Answer>;

let addresses = 0;

/** The HTTP side of the platform with the routes of some features, and people who call them. */
export async function openApi(platform: TestPlatform, ...register: readonly Register[]) {
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  for (const one of register) one(server, platform);
  await server.app.ready();

  // oxlint-disable-next-line typescript/no-explicit-any -- what a route answers is what the test says it is
  async function call<T = any>(path: string, request: Request = {}): Promise<Answer<T>> {
    return (await server.app.inject(toInject(path, request))).json();
  }
  const as = async (user: { id: number | null }): Promise<Client> => {
    const bearer = await signIn(platform, user);
    return clientOf((path, request) => call(path, { ...request, bearer }));
  };
  return {
    server,
    call,
    /** Calls without a token. */
    nobody: clientOf(call),
    /** Signs in and answers how to call as this account. */
    as,
    /** A program that calls as this account, by an API key with these permissions. */
    async asProgram({ id: userId }: { id: number }, permissions: Permission[]): Promise<Client> {
      const bearer = `sfa_${mintToken()}`;
      const key = { userId, name: 'Program', prefix: bearer.slice(0, 10), permissions };
      await platform.db
        .insertInto('apiKeys')
        .values({ ...key, keyHash: hashToken(bearer) })
        .execute();
      return clientOf((path, request) => call(path, { ...request, bearer }));
    },
    visitor: () => as({ id: null }),
    /** The same, with every request signed by the session's key. */
    async signedAs(user: { id: number }): Promise<Client> {
      const bearer = await signIn(platform, user);
      const signingKey = randomBytes(32);
      await platform.db.updateTable('sessions').set({ signingKey }).where('userId', '=', user.id).execute();
      return clientOf((path, request) =>
        call(path, { ...request, bearer, headers: signature({ platform, signingKey, path, request }) }),
      );
    },
    /** A person of a role, in an organisation of its own unless the values name another. */
    async someone(role: Role, values: Partial<Insertable<UsersTable>> = {}) {
      const organisationId =
        values.organisationId === undefined ? (await makeOrganisation(platform)).id : values.organisationId;
      const user = await makeUser(platform, { role, ...values, organisationId });
      return { user, organisationId, ...(await as(user)) };
    },
  };
}

function clientOf(send: Send): Client {
  return {
    get: (path) => send(path, { method: 'GET' }),
    post: (path, body) => send(path, { method: 'POST', ...(body && { body }) }),
    put: (path, body) => send(path, { method: 'PUT', body }),
    del: (path, body) => send(path, { method: 'DELETE', ...(body && { body }) }),
  };
}

function toInject(path: string, request: Request): InjectOptions {
  const { body, bearer, language, method = body ? 'POST' : 'GET' } = request;
  return {
    method,
    url: `/api${path}`,
    ...(body && { payload: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(language && { 'accept-language': language }),
      ...request.headers,
    },
    remoteAddress: request.address ?? newAddress(),
  };
}

interface Signed {
  platform: TestPlatform;
  signingKey: Buffer;
  path: string;
  request: Request;
}

function signature({ platform, signingKey, path, request }: Signed): Record<string, string> {
  const time = String(platform.clock.now());
  const nonce = randomUUID();
  const body = Buffer.from(request.body ? JSON.stringify(request.body) : '');
  const text = signedText({ method: request.method ?? 'GET', url: `/api${path}`, body, time, nonce });
  return {
    'x-sunfleet-time': time,
    'x-sunfleet-nonce': nonce,
    'x-sunfleet-signature': createHmac('sha256', signingKey).update(text).digest('hex'),
  };
}

/** An address of nobody else. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
}
