import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { createHttpServer } from './server.ts';

const platform = await testPlatform();
const { app, ...server } = await createHttpServer(platform, () => Promise.resolve(undefined));
registerPlatformRoutes({ app, ...server }, '0.0.0-test');
afterAll(async () => {
  await app.close();
  await platform.stop();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each(['/api/openapi.json', '/api/docs/explorer.js'])(
  '%s is the same packed and plain, and is not sent again to who has it',
  async (url) => {
    const plain = await get(url);
    const br = await get(url, { 'accept-encoding': 'br' });
    const gzip = await get(url, { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(br.headers['content-length']).toBe(String(br.rawPayload.length));
    const again = await get(url, { 'if-none-match': String(br.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('the page of the reference and what it loads count by network', async () => {
  for (const url of ['/api/docs', '/api/docs/explorer.js', '/api/openapi.json'])
    expect((await get(url)).headers['x-ratelimit-limit']).toBe('20000');
});
