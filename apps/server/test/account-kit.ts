import { createUser, registerAccountsRoutes, resolveActor, signIn } from '../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../src/platform/http/server.ts';
import type { TestPlatform } from './harness.ts';

/** The password of every account this kit makes. */
export const PASSWORD = 'Right-Horse-1';

export interface Answer<T = never> {
  code: number;
  error?: string;
  msg: string;
  data: T;
  fields?: { path: string; message: string }[];
}

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  bearer?: string;
  address?: string;
  headers?: Record<string, string>;
}

export interface SignedIn {
  id: number;
  email: string;
  token: string;
}

let made = 0;

/** A server with the routes of accounts and whatever `more` registers, and short ways to use it. */
export async function openAccounts(platform: TestPlatform, more: (server: HttpServer) => void = () => {}) {
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  registerAccountsRoutes(server, platform);
  more(server);

  // oxlint-disable-next-line typescript/no-explicit-any -- what a route answers is what the test says it is
  async function call<T = any>(path: string, request: Request = {}): Promise<Answer<T>> {
    const { method = request.body ? 'POST' : 'GET', body, bearer, headers } = request;
    made += 1;
    const response = await server.app.inject({
      method,
      url: `/api${path}`,
      ...(body ? { payload: body } : {}),
      headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers },
      // Another one each time: limits by address are tested where a test names one.
      remoteAddress: request.address ?? `2001:db8:0:${made.toString(16)}::1`,
    });
    return response.json();
  }

  async function person(values: Partial<Parameters<typeof createUser>[1]> = {}): Promise<SignedIn> {
    made += 1;
    const email = `person-${made}-${process.pid}@example.test`;
    const about = { name: 'Test person', email, role: 'owner', ...values } as const;
    const id = await createUser(platform.db, { ...about, password: PASSWORD });
    return { id, email: about.email ?? '', token: await signIn(platform, { id }) };
  }

  const auditOf = (userId: number) =>
    platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('userId', '=', userId)
      .where('allowed', '=', true)
      .orderBy('id')
      .execute();

  return { server, call, person, auditOf };
}
