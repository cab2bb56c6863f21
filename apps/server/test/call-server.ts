import type { ServerProcess } from './server-process.ts';

interface Call {
  path: string;
  /** JSON, or a form with files. */
  body?: object;
  bearer?: string;
}

/** Calls a route of a server process: POST with a body, GET without. Throws the message of a refusal. */
export async function callServer<T>(
  { ports }: ServerProcess,
  { path: route, body, bearer = '' }: Call,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://127.0.0.1:${ports.http}/api${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${bearer}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const envelope = (await response.json()) as { code: number; msg: string; data: T };
  if (envelope.code !== 200) throw new Error(`${route}: ${envelope.msg}`);
  return envelope.data;
}

/** Signs in; answers the bearer token. */
export async function signInTo(
  server: ServerProcess,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const body = { account: email, password };
  return (await callServer<{ token: string }>(server, { path: '/ups/user/login', body })).token;
}
