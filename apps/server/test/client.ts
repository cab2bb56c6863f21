import type { Role } from '@sunfleet/contract';
import type { Insertable } from 'kysely';
import { resolveActor, signIn } from '../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../src/platform/http/server.ts';
import type { UsersTable } from '../src/platform/postgres/people-tables.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { TestPlatform } from './harness.ts';
import { makeOrganisation, makeUser } from './makers.ts';

/** An answer of the server as a client reads it. */
export interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  error?: string;
  fields?: { path: string; message: string }[];
}

type Register = (server: HttpServer, platform: Platform) => void;

/** The HTTP side of the platform with the routes of some features, and signed-in people who call them. */
export async function openClients(platform: TestPlatform, register: readonly Register[]) {
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  for (const one of register) one(server, platform);
  const call = async (
    bearer: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) =>
    (
      await server.app.inject({
        method,
        url: `/api${url}`,
        ...(bearer === '' ? {} : { headers: { authorization: `Bearer ${bearer}` } }),
        ...(payload ? { payload } : {}),
      })
    ).json() as Answer;
  const clientOf = (bearer: string) => ({
    get: (url: string) => call(bearer, 'GET', url),
    post: (url: string, payload: object = {}) => call(bearer, 'POST', url, payload),
    put: (url: string, payload: object) => call(bearer, 'PUT', url, payload),
    del: (url: string) => call(bearer, 'DELETE', url),
  });
  return {
    server,
    /** Calls without a session. */
    nobody: clientOf(''),
    visitor: async () => clientOf(await signIn(platform, { id: null })),
    /** A person of a role, in an organisation of its own unless the values name another. */
    async someone(role: Role, values: Partial<Insertable<UsersTable>> = {}) {
      const organisationId =
        values.organisationId === undefined ? (await makeOrganisation(platform)).id : values.organisationId;
      const user = await makeUser(platform, { role, ...values, organisationId });
      return { user, organisationId, ...clientOf(await signIn(platform, user)) };
    },
  };
}
