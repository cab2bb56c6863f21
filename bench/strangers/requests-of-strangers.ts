import { routes, type RouteDefinition } from '@sunfleet/contract';
import { HEADERS, OF_HEADERS, OF_TEXTS } from './hostile-texts.ts';

export interface StrangerRequest {
  /** What it is, for whoever reads which one was dearest. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A stranger may send 16 kB in a body, and as much in a head. */
const HEAD_BYTES = 14_000;
const BODY_BYTES = 15_000;

/** Requests that need no account, each with one header or field that is as long as it may be. */
export function* requestsOfStrangers(): Generator<StrangerRequest> {
  for (const header of HEADERS)
    for (const text of OF_HEADERS)
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/api/health'],
        ['POST', '/api/ups/user/login'],
      ] as const)
        yield {
          name: `${method} ${path}, ${header} of ${JSON.stringify(text)}`,
          method,
          path,
          headers: { [header]: filled(text, HEAD_BYTES) },
          ...(method === 'POST' && { body: '{}' }),
        };
  for (const [name, route] of Object.entries(routes))
    if (route.auth === 'public') yield* ofRoute(name, route);
}

function* ofRoute(name: string, { method, path, body, query }: RouteDefinition): Generator<StrangerRequest> {
  const plain = `/api${path.replace(/:\w+/g, '1')}`;
  for (const text of OF_TEXTS) {
    const shown = `of ${JSON.stringify(text)}`;
    const coded = encodeURIComponent(text);
    if (plain !== `/api${path}`)
      yield {
        name: `${name}, a name in its path ${shown}`,
        method,
        path: `/api${path.replace(/:\w+/g, filled(coded, HEAD_BYTES))}`,
        headers: {},
      };
    for (const field of fieldsOf(query))
      yield {
        name: `${name}, ${field} ${shown}`,
        method,
        path: `${plain}?${field}=${filled(coded, HEAD_BYTES)}`,
        headers: {},
      };
    if (method === 'GET') continue;
    const fields = fieldsOf(body);
    for (const field of fields) {
      const others = Object.fromEntries(fields.map((other) => [other, 'abcdefgh']));
      yield {
        name: `${name}, ${field} ${shown}`,
        method,
        path: plain,
        headers: {},
        body: JSON.stringify({ ...others, [field]: filled(text, BODY_BYTES) }),
      };
    }
  }
}

/** Names that a schema of an object knows; a field that none knows where there is no such schema. */
function fieldsOf(schema: RouteDefinition['body']): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : ['other'];
}

/** As often as it fits into so many bytes of JSON. */
const filled = (text: string, bytes: number): string =>
  text.repeat(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(text)) - 2)));
