import { expect, test } from 'vitest';
import { curlOf, readDraft } from './read-draft.ts';
import type { Operation } from './read-openapi.ts';

const operation: Operation = {
  name: 'editLabel',
  method: 'PUT',
  path: '/api/labels/{id}',
  summary: '',
  tag: 'labels',
  permission: undefined,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: {} },
    { name: 'q', in: 'query', required: false, schema: {} },
  ],
  body: 'json',
  schema: {},
};
const draft = (values: Record<string, string>, body: string) => ({ values, body, file: undefined });

test('what is missing or no JSON is told before anything is sent', () => {
  expect(readDraft(operation, draft({}, '{}'))).toEqual({ problem: { kind: 'missing', name: 'id' } });
  expect(readDraft(operation, draft({ 'path.id': '3' }, '{'))).toMatchObject({ problem: { kind: 'json' } });
  expect(readDraft(operation, draft({ 'path.id': ' 3 ', 'query.q': '' }, '{"name":"A"}'))).toEqual({
    input: { params: { id: '3' }, body: { name: 'A' } },
  });
});

test('the same request for a program keeps quotes inside of its shell text', () => {
  const input = { params: { id: '3' }, query: { q: 'a b' }, body: { name: "it's" } };
  expect(curlOf(operation, input, 'https://host')).toBe(
    `curl -X PUT 'https://host/api/labels/3?q=a+b' -H 'Authorization: Bearer <API key>' -H 'Content-Type: application/json' -d '{"name":"it'\\''s"}'`,
  );
});
