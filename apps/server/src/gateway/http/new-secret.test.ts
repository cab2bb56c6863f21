import { afterAll, expect, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registeredDevice } from '../../../test/registered-device.ts';
import { rotateSecret } from '../../features/devices/index.ts';
import { systemActor, type RequestContext } from '../../platform/actor.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { registerIngestRoutes } from './index.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.ready();
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await platform.stop();
});

const context: RequestContext = { actor: systemActor, language: 'en-US', address: null, bearer: '' };

async function rotated() {
  const { id: stationId, organisationId } = await makeStation(platform);
  const { device, secret } = await registeredDevice(platform, input, { stationId, organisationId });
  const { secret: fresh } = await rotateSecret(platform, context, device.id);
  await vi.waitUntil(() => input.directory.secrets.isChanging(device.id));
  const push = async (bearer: string, remoteAddress = '198.51.100.7') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/ingest/v1/${device.sn}/telemetry`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload: '{"v":{"ac.power":1}}',
      remoteAddress,
    });
    return answer.json();
  };
  return { device, secret, fresh, push };
}

test('the answer to a push with the old secret carries the new one until the device uses it', async () => {
  const { secret, fresh, push } = await rotated();
  for (let n = 0; n < 2; n += 1)
    expect(await push(secret)).toMatchObject({ code: 200, data: { stored: 1, newSecret: fresh } });
  expect((await push(fresh)).data).toEqual({ stored: 1 });
  await vi.waitFor(async () => expect(await push(secret)).toMatchObject({ error: 'wrongDeviceSecret' }));
});

test('somebody elsewhere who knows the old secret does not get the new one after the device got it', async () => {
  const { secret, fresh, push } = await rotated();
  expect((await push(secret)).data.newSecret).toBe(fresh);
  expect((await push(secret, '203.0.113.9')).data).toEqual({ stored: 1 });
});

test('a push after the week of the old secret is refused', async () => {
  const { secret, fresh, push } = await rotated();
  platform.clock.advance(7 * 86_400_000);
  expect(await push(secret)).toMatchObject({ error: 'wrongDeviceSecret' });
  expect(await push(fresh)).toMatchObject({ code: 200 });
});
