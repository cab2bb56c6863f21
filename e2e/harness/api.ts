import { ADMIN, type RunningServer } from './server.ts';

/** Calls of the API as the administrator, for what a journey needs to know beside its pages. */
export async function apiClient(server: RunningServer) {
  const login = await post(server, '/ups/user/login', { account: ADMIN.email, password: ADMIN.password });
  const { token } = login as { token: string };
  return {
    token,
    get: (path: string) => request(server, path, { headers: { authorization: `Bearer ${token}` } }),
    post: (path: string, body: unknown) => post(server, path, body, token),
  };
}

function post(server: RunningServer, path: string, body: unknown, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return request(server, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function request(server: RunningServer, path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${server.url}/api${path}`, init);
  const envelope = (await response.json()) as { code: number; msg: string; data: unknown };
  if (envelope.code !== 200) throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
}
