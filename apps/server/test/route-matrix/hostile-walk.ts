import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { AppError } from '../../src/platform/errors.ts';
import { validate } from '../../src/platform/http/validate.ts';
import type { TestPlatform } from '../harness.ts';
import type { Walk } from './open-walk.ts';
import { requestOf, type WalkRequest } from './requests.ts';
import { mintWorld } from './world.ts';

export const ALL_ROUTES = Object.entries(routes) as [RouteName, RouteDefinition][];
/** Requests between two steps of the clock: far below what a route allows within a minute. */
const BURST = 5;
/** Longer ones may be refused for that alone. */
const SHORT = { url: 1000, body: 10_000 };

/**
 * The requests whose answer is an error of the server. What a schema of the contract refuses with the same words at the same places is answered
 * alike, and sent once.
 */
export async function failuresOf(
  { platform, walk }: { platform: TestPlatform; walk: Walk },
  name: RouteName,
  hostile: (route: RouteDefinition, request: WalkRequest) => Iterable<WalkRequest>,
): Promise<string[]> {
  const failures: string[] = [];
  const refusals = new Set<string>();
  let world = await mintWorld(platform, 'platformAdmin');
  let sent = 0;
  for (const request of hostile(routes[name], requestOf(name, world.ids))) {
    const refusal = refusalOf(platform, routes[name], request);
    if (refusal !== undefined && refusals.has(refusal)) continue;
    sent += 1;
    if (sent % BURST === 0) platform.clock.advance(60_000);
    const { status, error, text } = await walk.ask(name, world.token, request);
    if (error === 'invalidInput')
      refusals.add(JSON.stringify((JSON.parse(text) as { fields: object }).fields));
    const planned = error === 'migrationNotOffered';
    if (status >= 500 && !planned)
      failures.push(
        `${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.payload)?.slice(0, 300)}: ${text}`,
      );
    // Some routes end the session they were called by.
    if (status === 401) world = await mintWorld(platform, 'platformAdmin');
  }
  return failures;
}

/** The wrong fields that the check of a request by the contract tells; undefined where it is taken, or where something else may be asked first. */
function refusalOf(
  { text }: TestPlatform,
  route: RouteDefinition,
  { url, payload }: WalkRequest,
): string | undefined {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  if (url.length > SHORT.url || (body ?? '').length > SHORT.body) return undefined;
  if (body !== undefined && /"(?:__proto__|constructor)"/.test(body)) return undefined;
  try {
    const [path = '', query = ''] = url.split('?');
    const raw = {
      params: paramsOf(route, path),
      query: queryOf(query),
      body: body && (JSON.parse(body) as unknown),
    };
    validate(route, raw, { language: 'en-US', text });
  } catch (error) {
    if (error instanceof AppError) return JSON.stringify(error.fields);
  }
  return undefined;
}

function paramsOf(route: RouteDefinition, path: string): Record<string, string> {
  const parts = path.split('/');
  const names = `/api${route.path}`.split('/');
  return Object.fromEntries(
    names.flatMap((name, at) =>
      name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[at] ?? '')]] : [],
    ),
  );
}

/** A field that comes twice is a list. Throws where what is encoded is no text. */
function queryOf(query: string): Record<string, string | string[]> {
  decodeURIComponent(query.replaceAll('+', ' '));
  const all = new URLSearchParams(query);
  const values = (name: string) => all.getAll(name);
  return Object.fromEntries(
    [...new Set(all.keys())].map((name) => [name, values(name).length > 1 ? values(name) : values(name)[0]!]),
  );
}
