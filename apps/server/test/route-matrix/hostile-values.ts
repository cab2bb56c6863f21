import type { RouteDefinition } from '@sunfleet/contract';
import * as z from 'zod';
import type { WalkRequest } from './requests.ts';

type Json = Record<string, unknown>;

/** Figures beyond what a column, a calendar or a float can hold, and what only looks like a figure. */
const FIGURES = [
  '',
  '0',
  '-1',
  '1.5',
  '1e400',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x7fffffff',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '1e300',
  '8640000000000001',
  '-8640000000000001',
  '253402300800000',
];
const DAYS = [
  '9999-12-31',
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '1899-12-31',
  '2024-02-31',
  '2199-12-31',
  '275760-09-13',
  '+275760-09-13',
  '-000001-01-01',
];
const TEXTS = [
  ' ',
  'a\u0000b',
  '%',
  '%_\\',
  "'; --",
  '__proto__',
  'constructor',
  '../../package.json',
  '(a+)+$',
  '\u202E😀',
  'a,b,,c',
  'x'.repeat(3000),
];
/** Of these no text in an address can consist. */
const JSON_ONLY: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  -1e308,
  2_147_483_648,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  8_640_000_000_000_001,
  253_402_300_800_000,
  '\uD800',
  'b\uDC00',
  'x'.repeat(100_000),
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  [null],
  { '\u0000': 1 },
  JSON.parse('{"__proto__": {"admin": true}}'),
];

const shapeOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
/** Places of a request that get every value; of more of them each gets a part, in turn, so that no route takes much longer than another one. */
const PLACES = 6;
const partOf = <V>(values: readonly V[], place: number, places: number): V[] => {
  const share = Math.ceil(places / PLACES);
  return values.filter((_, at) => (at + place) % share === 0);
};

const fieldsOf = (schema: z.ZodType) => Object.keys((shapeOf(schema)['properties'] ?? {}) as Json);

/** The request with one thing of its address changed into something hostile, one after the other. */
export function* hostileAddresses(
  route: RouteDefinition,
  { method, url, payload }: WalkRequest,
): Generator<WalkRequest> {
  const rest = { method, ...(payload ? { payload } : {}) };
  const [path = '', query = ''] = url.split('?');
  const values = [...FIGURES, ...DAYS, ...TEXTS];
  if (route.path.includes(':')) {
    const place = path.split('/').indexOf(segmentOf(route, path));
    for (const value of [...FIGURES, ...TEXTS, '\uFFFD']) {
      const segments = path
        .split('/')
        .map((part, index) => (index === place ? encodeURIComponent(value) : part));
      yield { ...rest, url: `${segments.join('/')}${query ? `?${query}` : ''}` };
    }
    for (const raw of ['%', '%00', '%ED%A0%80', '%2e%2e%2f']) {
      yield {
        ...rest,
        url: path
          .split('/')
          .map((part, index) => (index === place ? raw : part))
          .join('/'),
      };
    }
  }
  if (!route.query) return;
  const fields = fieldsOf(route.query);
  for (const [at, field] of fields.entries()) {
    for (const value of partOf(values, at, fields.length)) {
      const changed = new URLSearchParams(query);
      changed.set(field, value);
      yield { ...rest, url: `${path}?${changed}` };
    }
    yield { ...rest, url: `${path}?${query}&${field}=%ED%A0%80&${field}=%` };
  }
}

/** What stands in the address where the route has its parameter. */
function segmentOf(route: RouteDefinition, path: string): string {
  const place = `/api${route.path}`.split('/').findIndex((part) => part.startsWith(':'));
  return path.split('/')[place]!;
}

/** The request with one value of its body changed, at any depth, and with fields the contract allows but the sample lacks. */
export function* hostileBodies(route: RouteDefinition, request: WalkRequest): Generator<WalkRequest> {
  if (!route.body || request.payload === undefined) return;
  const body = request.payload;
  const places = [...placesOf(body), ...fieldsOf(route.body).map((name) => [name])];
  const known = [...new Map(places.map((place) => [place.join('.'), place])).values()].filter(
    (place) => place.length > 0,
  );
  const values = [...DAYS.slice(0, 4), ...TEXTS.slice(0, 6), ...JSON_ONLY];
  for (const [at, place] of known.entries()) {
    for (const value of partOf(values, at, known.length)) {
      yield { ...request, payload: withValue(body, place, value) as object };
    }
  }
}

/** Paths of all values of a body. */
function* placesOf(value: unknown, path: string[] = []): Generator<string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* placesOf(part, [...path, name]);
}

function withValue(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as Json) }) as Json;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}
