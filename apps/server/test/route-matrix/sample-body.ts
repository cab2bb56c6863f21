import type { RouteDefinition } from '@sunfleet/contract';
import * as z from 'zod';
import { KINDS, type Ids } from './world.ts';

type Json = Record<string, unknown>;

const MEMBER: Readonly<Record<string, string>> = { user: 'member', parent: 'organisation' };

/** The object that a field names: `stationId`, `labelIds`. */
function objectNamed(field: string, ids: Ids): number | undefined {
  const word = /^(\w+?)Ids?$/.exec(field)?.[1] ?? '';
  const kind = KINDS.find((name) => name === (MEMBER[word] ?? word));
  return kind && Number(ids[kind]);
}

/** The smallest value that a schema describes; fields that name objects name those of `ids`. */
function sample(schema: Json, field: string, ids: Ids): unknown {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return sample(options[0]!, field, ids);
  if (schema['enum']) return (schema['enum'] as unknown[])[0];
  if ('const' in schema) return schema['const'];
  switch (schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      const required = (schema['required'] ?? []) as string[];
      return Object.fromEntries(required.map((name) => [name, sample(properties[name]!, name, ids)]));
    }
    case 'array':
      return schema['items'] ? [sample(schema['items'] as Json, field, ids)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return objectNamed(field, ids) ?? 1;
    default:
      return `Walk 1${Math.random().toString(36).slice(2, 10)}`;
  }
}

/** A body that the route takes; undefined where it takes none, or where its schema does not say enough. */
export function sampleBody({ body }: RouteDefinition, ids: Ids): object | undefined {
  if (!body) return undefined;
  const value = sample(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json, '', ids);
  return body.safeParse(value).success ? (value as object) : undefined;
}
