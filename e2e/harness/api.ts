import { ADMIN, type RunningServer } from './server.ts';

export interface Credentials {
  email: string;
  password: string;
}

export type ApiClient = Awaited<ReturnType<typeof apiClient>>;

/** Calls of the API as the administrator or somebody else, for what a journey needs to know beside its pages. */
export async function apiClient(server: RunningServer, { email, password }: Credentials = ADMIN) {
  const login = await post(server, '/ups/user/login', { account: email, password });
  const { token } = login as { token: string };
  return {
    token,
    get: (path: string) => request(server, path, { headers: { authorization: `Bearer ${token}` } }),
    post: (path: string, body: unknown) => post(server, path, body, token),
  };
}

/** A call without a session where no token is given. Throws with the server's message when it is refused. */
export function post(server: RunningServer, path: string, body: unknown, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return request(server, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function request(server: RunningServer, path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${server.url}/api${path}`, init);
  const envelope = (await response.json()) as { code: number; msg: string; data: unknown };
  if (envelope.code !== 200) throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
}
