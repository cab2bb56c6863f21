import mqtt from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { createIngestKey } from '../src/features/organisations/index.ts';
import { registerIngestRoutes } from '../src/gateway/http/index.ts';
import { createMqttGateway } from '../src/gateway/mqtt/index.ts';
import { systemActor } from '../src/platform/actor.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { openGatewayInput } from './gateway-input.ts';
import { testPlatform } from './harness.ts';
import { deviceOfOrganisation } from './registered-device.ts';

/** What devices hear of each way in when their organisation has stored what it may. */

const platform = await testPlatform({
  SUNFLEET_MQTT_PORT: '0',
  SUNFLEET_HOST: '127.0.0.1',
  SUNFLEET_SAMPLES_PER_DAY: '3',
});
platform.clock.set(Date.UTC(2026, 5, 1, 23));
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.ready();
const gateway = createMqttGateway(platform, input);
const port = await gateway.start();
afterAll(async () => {
  await gateway.stop();
  await server.app.close();
  await input.stop();
  await platform.stop();
});

async function registered() {
  const made = await deviceOfOrganisation(platform, input);
  const context = { actor: systemActor, address: null };
  const organisationId = made.organisation.id;
  const { key } = await createIngestKey(platform, context, { organisationId, name: 'test' });
  return { ...made, key };
}

type Registered = Awaited<ReturnType<typeof registered>>;

const push = ({ device, secret }: Registered, values: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/ingest/v1/${device.sn}/telemetry`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { v: values },
  });

const influx = ({ key }: Registered, payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/ingest/influx?precision=ms',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
    payload,
  });

const storedOf = async ({ device: { id } }: Registered) =>
  (
    await platform.samples.query<{ value: number }>(
      'SELECT value FROM samples FINAL WHERE device = {id:UInt32} ORDER BY value',
      { id },
    )
  ).map(({ value }) => value);

const FULL = { 'ac.power': 1, 'pv1.power': 2, 'energy.total': 3 };

test('HTTP push and line protocol answer 429 with the reason and when there is room; nothing of it is stored, and the rest goes on', async () => {
  const [full, other] = [await registered(), await registered()];
  expect((await push(full, FULL)).statusCode).toBe(200);
  const refused = await push(full, { 'ac.power': 9 });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
  expect(refused.json()).toMatchObject({ error: 'quotaReached', msg: expect.stringContaining('(3)') });
  const batch = await influx(full, `pv,sn=${full.device.sn} ac.power=9`);
  expect([batch.statusCode, batch.json().error, batch.headers['retry-after']]).toEqual([
    429,
    'quotaReached',
    '3600',
  ]);
  expect(await storedOf(full)).toEqual([1, 2, 3]);
  expect((await push(other, FULL)).statusCode).toBe(200);
  platform.clock.advance(3_600_000);
  expect((await push(full, { 'ac.power': 9 })).statusCode).toBe(200);
  platform.clock.advance(-3_600_000);
});

test('a device of MQTT hears why, and what is not stored is not acknowledged', async () => {
  const full = await registered();
  await push(full, FULL);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: full.device.sn,
    password: full.secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  client.on('error', () => undefined);
  const topic = `pv/v1/${full.organisation.code}/${full.device.sn}`;
  await client.subscribeAsync(`${topic}/down/#`);
  const told = new Promise<string>((resolve) => {
    client.once('message', (_topic, payload) => resolve(payload.toString()));
  });
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  let acknowledged = false;
  client.publish(`${topic}/up/telemetry`, '{"v":{"ac.power":9}}', { qos: 1 }, (error) => {
    acknowledged ||= !error;
  });
  expect(JSON.parse(await told)).toMatchObject({ error: 'quotaReached' });
  await closed;
  expect(acknowledged).toBe(false);
  expect(await storedOf(full)).toEqual([1, 2, 3]);
  await client.endAsync(true);
});
