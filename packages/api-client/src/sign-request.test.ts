import { expect, test } from 'vitest';
import { signRequest } from './sign-request.ts';

// Computed by the server's own library over the five lines.
test.each([
  ['', '861cdade5abe49ade6aaf2179b0e1f2e525884399275d56d7e5a2bdc2e27648c'],
  ['{"name":"Höhe €"}', '8bfe3c61ca9b9a75118f94fd0924e3b433060b7acaaccfa52fec783f80a83145'],
])('is what the server computes, body %j', (body, signature) => {
  const parts = { method: 'POST', path: '/api/x?a=1', body, time: '1790000000000', nonce: 'n1' };
  expect(signRequest('kéy', parts)).toBe(signature);
});
