import type { OpenApi, Schema } from './read-openapi.ts';

type Shared = OpenApi['components']['schemas'];

/** How deep an example goes; schemas may hold themselves. */
const DEEPEST = 6;

/** An example of what a schema asks for, to be changed by hand: fields that must be there, with values of their kind. */
export function sampleOf(schema: Schema, shared: Shared, depth = 0): unknown {
  if (depth > DEEPEST) return null;
  const inner = (one: Schema | undefined) => (one ? sampleOf(one, shared, depth + 1) : null);
  if (schema.$ref) return inner(shared[schema.$ref.split('/').at(-1)!]);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return inner(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner)) as unknown;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const required = new Set(schema.required ?? []);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => required.has(name))
        .map(([name, property]) => [name, inner(property)]),
    );
  }
  if (type === 'array') return (schema.minItems ?? 0) > 0 ? [inner(schema.items)] : [];
  if (type === 'integer' || type === 'number')
    return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
  if (type === 'boolean') return false;
  return type === 'string' ? '' : null;
}
