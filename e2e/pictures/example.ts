import { routes, type RouteName } from '@sunfleet/contract';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** The plainest value that a schema describes: null where it may be, no entry in a list, zero, the first of several words. */
function plainest(schema: Json): unknown {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return options.some(({ type }) => type === 'null') ? null : plainest(options[0]!);
  if (schema['enum']) return (schema['enum'] as unknown[])[0];
  if ('const' in schema) return schema['const'];
  switch (schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      // A record names its fields as required ones, and has one schema for all of them.
      const named = schema['propertyNames'] ? ((schema['required'] ?? []) as string[]) : [];
      const every = named.map((name) => [name, schema['additionalProperties']]);
      const fields = [...every, ...Object.entries(properties)] as [string, Json][];
      return Object.fromEntries(fields.map(([name, each]) => [name, plainest(each)]));
    }
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'string':
      return '';
    default:
      return null;
  }
}

const schemaOf = (name: RouteName): Json =>
  z.toJSONSchema(routes[name].output, { io: 'output', unrepresentable: 'any' }) as Json;

/** The plainest answer of a route. It follows the contract, so that a new field of an answer needs nothing here. */
export const plainAnswer = (name: RouteName): unknown => plainest(schemaOf(name));

/** The plainest entry of a list in the answer of a route; of the answer itself where no field is named. */
export function plainEntry(name: RouteName, field?: string): Json {
  const schema = schemaOf(name);
  const list = field ? (schema['properties'] as Record<string, Json>)[field]! : schema;
  return plainest(list['items'] as Json) as Json;
}

/** A value with some of its fields changed, however deep. */
export function change(value: unknown, changes: Json): Json {
  const fields = Object.entries(changes).map(([name, next]) => {
    const before = (value as Json | null)?.[name];
    const deep = isJson(next) && isJson(before);
    return [name, deep ? change(before, next) : next];
  });
  return { ...(value as Json), ...Object.fromEntries(fields) };
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
