import mqtt from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { deviceOfOrganisation } from '../../../test/registered-device.ts';
import { createMqttGateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_MQTT_PORT: '0', SUNFLEET_HOST: '127.0.0.1' });
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
const port = await gateway.start();
afterAll(async () => {
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

test('why a message is refused is told to the connection that sent it, where it listens, and to no other one of its device', async () => {
  const { device, secret, topic } = await deviceOfOrganisation(platform, input);
  const connect = async (filter: string | undefined) => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: device.sn,
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
    });
    const heard: string[] = [];
    client.on('message', (_topic, payload) =>
      heard.push((JSON.parse(payload.toString()) as { error: string }).error),
    );
    if (filter) await client.subscribeAsync(topic(filter));
    return { client, heard };
  };
  const all = await Promise.all(['down/#', 'down/error', 'down/+', 'down/command', undefined].map(connect));
  for (const { client } of all) {
    await client.publishAsync(topic('up/telemetry'), '{', { qos: 1 });
    await client.publishAsync(topic('up/online'), '7', { qos: 1 });
  }
  const both = ['malformedJson', 'invalidInput'];
  await expect.poll(() => all.map(({ heard }) => heard)).toEqual([both, both, both, [], []]);
  await Promise.all(all.map(({ client }) => client.endAsync(true)));
});
