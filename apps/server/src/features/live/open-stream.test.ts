import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeUser } from '../../../test/makers.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import { signIn } from '../accounts/index.ts';
import { createLive } from './create-live.ts';
import { registerLiveRoutes } from './routes.ts';

const platform = await testPlatform();
const live = createLive(platform, () => ({ watch: () => () => undefined, stop: () => undefined }));
const { server } = await openApi(platform, (http) => registerLiveRoutes(http, live));
await server.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.app.server.address() as AddressInfo;
afterAll(async () => {
  live.stop();
  await server.app.close();
  await platform.stop();
});

test('event streams carry the headers of every other answer', async () => {
  const authorization = `Bearer ${await signIn(platform, await makeUser(platform, { role: 'owner' }))}`;
  for (const path of ['live', 'live/access']) {
    const url = `http://127.0.0.1:${port}/api/${path}`;
    const stream = await fetch(url, { headers: { authorization } });
    const refusal = await fetch(url);
    expect([stream.status, refusal.status]).toEqual([200, 401]);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    for (const [name, value] of Object.entries(securityHeaders(platform.config)))
      for (const { headers } of [stream, refusal]) expect(headers.get(name), name).toBe(value);
    await stream.body!.cancel();
  }
});
