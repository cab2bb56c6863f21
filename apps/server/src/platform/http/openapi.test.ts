import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

/** Every reference of a part of the document. */
function referencesOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesOf(inner),
  );
}

test('every reference of the document leads to something in it', () => {
  const document = openApiDocument('0.0.0-test');
  const references = new Set(referencesOf(document));
  expect(references.size).toBeGreaterThan(1);
  const missing = [...references].filter((reference) => {
    const [start, ...path] = reference.split('/');
    const found = path.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      document,
    );
    return start !== '#' || path.length === 0 || found === undefined;
  });
  expect(missing).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('$defs');
});
