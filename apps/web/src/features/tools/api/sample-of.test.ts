import { expect, test } from 'vitest';
import { sampleOf } from './sample-of.ts';

test('an example has the fields that must be there, with values of their kind', () => {
  const shared = {
    Leaf: { type: 'string' },
    Tree: { type: 'object', required: ['left'], properties: { left: { $ref: '#/x/Tree' } } },
  };
  const schema = {
    type: 'object',
    required: ['name', 'ids', 'kind', 'all', 'ok', 'leaf', 'maybe'],
    properties: {
      name: { type: 'string' },
      ids: { type: 'array', minItems: 1, items: { type: 'integer', exclusiveMinimum: 0 } },
      kind: { enum: ['meter', 'inverter'] },
      all: { type: 'number', default: 7 },
      ok: { type: 'boolean' },
      leaf: { $ref: '#/components/schemas/Leaf' },
      maybe: { anyOf: [{ type: 'number', minimum: 5 }, { type: 'null' }] },
      left: { type: 'string' },
    },
  };
  expect(sampleOf(schema, shared)).toEqual({
    name: '',
    ids: [1],
    kind: 'meter',
    all: 7,
    ok: false,
    leaf: '',
    maybe: 5,
  });
  expect(JSON.stringify(sampleOf({ $ref: '#/x/Tree' }, shared)).length).toBeLessThan(200);
});
