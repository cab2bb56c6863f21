import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registeredDevice } from '../../../test/registered-device.ts';
import { endOldSecret, revokeSecret, rotateSecret } from '../../features/devices/index.ts';
import { systemActor, type RequestContext } from '../../platform/actor.ts';
import { createMqttGateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_MQTT_PORT: '0', SUNFLEET_HOST: '127.0.0.1' });
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
const port = await gateway.start();
const clients: MqttClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

const context: RequestContext = { actor: systemActor, language: 'en-US', address: null, bearer: '' };

async function registered() {
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id });
  const home = { stationId: station.id, organisationId: organisation.id };
  const { device, secret } = await registeredDevice(platform, input, home);
  const topic = (name: string) => `pv/v1/${organisation.code}/${device.sn}/${name}`;
  return { device, secret, topic };
}
type Registered = Awaited<ReturnType<typeof registered>>;

async function connect({ device }: Registered, password: string, will?: IClientOptions['will']) {
  const options = { username: device.sn, password, reconnectPeriod: 0, protocolVersion: 4, will } as const;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

/** What a device is told as its new secret. */
function secretFor(client: MqttClient, { topic }: Registered) {
  return new Promise<{ id: string; secret: string }>((resolve) => {
    client.on('message', (at, payload) => {
      if (at === topic('down/secret')) resolve(JSON.parse(payload.toString()));
    });
  });
}
const closeOf = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));
const rowOf = ({ device }: Registered) =>
  platform.db.selectFrom('devices').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow();
const rotate = ({ device }: Registered) => rotateSecret(platform, context, device.id);
const NOT_LET_IN = { code: 4 };

test('a device that is connected gets its new secret at once, and the old one is refused after it used the new one', async () => {
  const made = await registered();
  const client = await connect(made, made.secret);
  await client.subscribeAsync(made.topic('down/#'));
  const told = secretFor(client, made);
  const { secret } = await rotate(made);
  const { id, secret: handed } = await told;
  expect(handed).toBe(secret);
  await client.publishAsync(made.topic('up/answer'), JSON.stringify({ id, result: 'kept' }), { qos: 1 });
  await vi.waitFor(async () => expect((await rowOf(made)).pendingSecret).toBeNull());
  expect((await rowOf(made)).oldSecretHash).not.toBeNull();
  const closed = closeOf(client);
  const again = await connect(made, secret);
  await closed;
  await expect(connect(made, made.secret)).rejects.toMatchObject(NOT_LET_IN);
  await again.publishAsync(made.topic('up/telemetry'), '{"v":{"ac.power":5}}', { qos: 1 });
});

test('a device that was away gets it as soon as it listens, also the second time where it did not answer', async () => {
  const made = await registered();
  const { secret } = await rotate(made);
  await vi.waitUntil(() => input.directory.secrets.isChanging(made.device.id));
  for (let n = 0; n < 2; n += 1) {
    const client = await connect(made, made.secret);
    const told = secretFor(client, made);
    await client.subscribeAsync(made.topic('down/secret'));
    expect((await told).secret).toBe(secret);
    await client.endAsync();
  }
});

test('an answer about another secret does not end the delivery', async () => {
  const made = await registered();
  const client = await connect(made, made.secret);
  await rotate(made);
  await vi.waitUntil(() => input.directory.secrets.isChanging(made.device.id));
  for (const payload of ['{"id":"secret-0000000000000000"}', '{"id":"no"}'])
    await client.publishAsync(made.topic('up/answer'), payload, { qos: 1 });
  expect((await rowOf(made)).pendingSecret).not.toBeNull();
});

test('a thief with a stolen device loses the connection that stands, and is not let in again', async () => {
  const made = await registered();
  const client = await connect(made, made.secret);
  const closed = closeOf(client);
  await revokeSecret(platform, context, made.device.id);
  await closed;
  await expect(connect(made, made.secret)).rejects.toMatchObject(NOT_LET_IN);
});

test('what a thief left as the last will of that connection is not taken as of the device', async () => {
  const [made, other] = [await registered(), await registered()];
  const telemetry = Buffer.from('{"v":{"ac.power":9}}');
  const leave = async (will: string, payload: Buffer) => {
    const client = await connect(made, made.secret, { topic: made.topic(will), payload, qos: 1 });
    return { client, closed: closeOf(client) };
  };
  const before = await leave('up/telemetry', telemetry);
  before.client.stream.destroy();
  const storedOf = ({ device }: Registered) =>
    platform.samples.query('SELECT value FROM samples WHERE device = {device:UInt32}', { device: device.id });
  await vi.waitUntil(async () => (await storedOf(made)).length === 1);
  platform.clock.advance(1000);
  const wills = [
    await leave('up/telemetry', telemetry),
    await leave('up/attributes', Buffer.from('{"firmware":"9.9.9"}')),
  ];
  await revokeSecret(platform, context, made.device.id);
  await Promise.all(wills.map(({ closed }) => closed));
  // What came before it is stored by then.
  const later = await connect(other, other.secret);
  await later.publishAsync(other.topic('up/attributes'), '{"firmware":"1.0"}', { qos: 1 });
  await later.publishAsync(other.topic('up/telemetry'), telemetry, { qos: 1 });
  expect(await storedOf(made)).toHaveLength(1);
  expect((await rowOf(made)).firmware).toBeNull();
});

test('the connection of the old secret is closed when a person ends that secret', async () => {
  const made = await registered();
  const client = await connect(made, made.secret);
  const { secret } = await rotate(made);
  await vi.waitUntil(() => input.directory.secrets.isChanging(made.device.id));
  const closed = closeOf(client);
  await endOldSecret(platform, context, made.device.id);
  await closed;
  await connect(made, secret);
});

test('another device does not hear of it', async () => {
  const [made, other] = [await registered(), await registered()];
  const stranger = await connect(other, other.secret);
  const foreign = await stranger.subscribeAsync(made.topic('down/secret')).catch((error: unknown) => error);
  expect(foreign).toBeInstanceOf(Error);
});
