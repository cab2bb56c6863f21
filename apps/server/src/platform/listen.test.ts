import net from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openApi } from '../../test/api-kit.ts';
import { openGatewayInput } from '../../test/gateway-input.ts';
import { testPlatform } from '../../test/harness.ts';
import { createMqttGateway } from '../gateway/mqtt/index.ts';
import { createV5Gateway } from '../gateway/v5/index.ts';
import { openHttpDoor } from './listen.ts';

const platform = await testPlatform({
  SUNFLEET_MQTT_PORT: '0',
  SUNFLEET_V5_PORT: '0',
  SUNFLEET_HOST: '127.0.0.1',
});
const input = await openGatewayInput(platform);
afterAll(async () => {
  await input.stop();
  await platform.stop();
});

test('thousands of connections wait at each door to be accepted', async () => {
  const listen = vi.spyOn(net.Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const { server } = await openApi(platform, () => undefined);
  await openHttpDoor(server, { host: '127.0.0.1', port: 0 });
  const gateways = [createMqttGateway(platform, input), createV5Gateway(platform, input)];
  for (const gateway of gateways) await gateway.start();
  const asked = listen.mock.calls.map(([options]) => options as net.ListenOptions);
  for (const gateway of gateways) await gateway.stop();
  await server.app.close();
  expect(asked.map(({ backlog }) => backlog)).toEqual([4096, 4096, 4096]);
});
