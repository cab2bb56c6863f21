import { ADDRESSES, errorEnvelope, routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import * as z from 'zod';

type JsonObject = Record<string, unknown>;

/** OpenAPI 3.1 of every route of the contract; nothing in it is written by hand. */
export function openApiDocument(version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemas: JsonObject = { Error: schemaOf(errorEnvelope, 'output') };
  for (const [name, definition] of Object.entries(routes) as [RouteName, RouteDefinition][]) {
    const path = `/api${definition.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = {
      ...paths[path],
      [definition.method.toLowerCase()]: withShared(operation(name, definition), name, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sunfleet',
      version,
      description: `Monitor and operate solar and storage power stations. What devices report stands in the [point catalogue](/#${ADDRESSES.points}).`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
  };
}

/**
 * An operation whose recursive schemas stand among the shared ones under a name of their own: inside of it nothing could refer to them,
 * because references begin at the whole document.
 */
function withShared<Part>(part: Part, name: RouteName, schemas: JsonObject): Part {
  if (Array.isArray(part)) return part.map((inner: unknown) => withShared(inner, name, schemas)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { $defs, ...rest } = part as JsonObject;
  for (const [key, schema] of Object.entries($defs ?? {}))
    schemas[`${name}-${key}`] = withShared(schema as unknown, name, schemas);
  const entries = Object.entries(rest).map(([key, inner]): [string, unknown] =>
    key === '$ref' && typeof inner === 'string'
      ? [key, inner.replace(/^#\/\$defs\//, `#/components/schemas/${name}-`)]
      : [key, withShared(inner, name, schemas)],
  );
  return Object.fromEntries(entries) as Part;
}

function operation(name: RouteName, definition: RouteDefinition): JsonObject {
  return {
    operationId: name,
    summary: definition.summary,
    tags: [definition.tag],
    ...(definition.auth === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(definition.permission ? { 'x-permission': definition.permission } : {}),
    'x-scope': definition.scope,
    ...(definition.reach ? { 'x-reach': definition.reach } : {}),
    parameters: [...parameters(definition.params, 'path'), ...parameters(definition.query, 'query')],
    ...requestBody(definition),
    responses: { ...success(definition), default: failure },
  };
}

const failure = {
  description:
    'What is wrong: `code` above 200, `msg` in the language of Accept-Language, `error` for programs',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function success(definition: RouteDefinition): JsonObject {
  const data = schemaOf(definition.output, 'output');
  if (definition.transport === 'stream') {
    const description = 'Event stream; the schema is that of one event';
    return { 200: { description, content: { 'text/event-stream': { schema: data } } } };
  }
  if (definition.transport === 'raw') {
    if (definition.output instanceof z.ZodNull) return { 204: { description: 'Done' } };
    const description = 'The content itself, without an envelope';
    return { 200: { description, content: { 'application/json': { schema: data } } } };
  }
  const schema = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: 200 }, msg: { type: 'string' }, data },
  };
  return { 200: { description: 'Done', content: { 'application/json': { schema } } } };
}

function requestBody(definition: RouteDefinition): JsonObject {
  if (definition.transport === 'multipart') {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (definition.transport === 'raw' && definition.method === 'POST') {
    return { requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } } };
  }
  if (!definition.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(definition.body, 'input') } },
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const object = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required?.includes(name) ?? false),
    schema: property,
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  return rest;
}
