/** A JSON schema as the document has them; only what is read here. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  'x-permission'?: string;
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>;
}

/** The document as far as it is read here. */
export interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** A route that can be called. */
export interface Operation {
  name: string;
  method: string;
  /** With `{name}` for what is filled in. */
  path: string;
  summary: string;
  tag: string;
  permission: string | undefined;
  parameters: readonly Parameter[];
  body: 'none' | 'json' | 'file';
  /** Of a body in JSON. */
  schema: Schema | undefined;
}

/** Routes of the document in the order of their tags and paths. Event streams, which have no end, are left out, and so is what takes plain text. */
export function readOpenApi({ paths }: OpenApi): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, described]): Operation[] => {
        const content = described.requestBody?.content ?? {};
        const isStream = Object.values(described.responses).some((one) => one.content?.['text/event-stream']);
        if (isStream || content['text/plain']) return [];
        return [
          {
            name: described.operationId,
            method: method.toUpperCase(),
            path,
            summary: described.summary,
            tag: described.tags[0] ?? '',
            permission: described['x-permission'],
            parameters: described.parameters ?? [],
            body: content['multipart/form-data'] ? 'file' : content['application/json'] ? 'json' : 'none',
            schema: content['application/json']?.schema,
          },
        ];
      }),
    )
    .toSorted((a, b) => a.tag.localeCompare(b.tag, 'en') || a.path.localeCompare(b.path, 'en'));
}
