import mqtt from 'mqtt';
import { afterAll, expect, test, vi } from 'vitest';
import { openGatewayInput } from './gateway-input.ts';
import { createIngestKey } from '../src/features/organisations/index.ts';
import { createMqttGateway } from '../src/gateway/mqtt/index.ts';
import { registerIngestRoutes } from '../src/gateway/http/index.ts';
import { systemActor } from '../src/platform/actor.ts';
import { createHealthRegistry } from '../src/platform/health.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Platform } from '../src/platform/platform.ts';
import { testPlatform } from './harness.ts';
import { makeOrganisation } from './makers.ts';

const base = await testPlatform({ SUNFLEET_MQTT_PORT: '0', SUNFLEET_HOST: '127.0.0.1' });
base.clock.set(Date.now());
let trouble: string | undefined;
const platform: Platform = {
  ...base,
  health: createHealthRegistry('test'),
  samples: {
    ...base.samples,
    insertNative: (table, block) =>
      trouble === undefined
        ? base.samples.insertNative(table, block)
        : Promise.reject(new AppError('storeUnavailable', { store: 'ClickHouse', reason: trouble })),
  },
};
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
const port = await gateway.start();
platform.health.setReady();

afterAll(async () => {
  trouble = undefined;
  await gateway.stop();
  await server.app.close();
  await input.stop();
  await base.stop();
});

test('while the store takes nothing devices wait, the health report says why, and all is well when it is back', async () => {
  const sn = `SF-OUT-${process.pid}`;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: sn,
    password: 'secret',
    protocolVersion: 4,
  });
  const topic = `pv/v1/X/${sn}/up/telemetry`;
  trouble = 'No space left on device';
  let acknowledged = 0;
  const sent = Array.from({ length: 20 }, (_, n) =>
    client
      .publishAsync(topic, JSON.stringify({ ts: base.clock.now() - n, v: { 'ac.power': n } }), { qos: 1 })
      .then(() => (acknowledged += 1)),
  );
  const pushed = server.app.inject({
    method: 'POST',
    url: `/api/ingest/v1/${sn}/telemetry`,
    headers: { authorization: 'Bearer secret' },
    payload: { v: { 'pv1.power': 5 } },
  });
  const telemetry = async () =>
    (await platform.health.report()).parts.find(({ name }) => name === 'telemetry')!;
  await vi.waitUntil(async () => (await telemetry()).state === 'degraded');
  expect((await telemetry()).detail.reason).toBe('disk full');
  base.clock.advance(60_000);
  expect((await telemetry()).state).toBe('down');
  expect((await platform.health.report()).state).toBe('down');
  expect(acknowledged).toBe(0);

  trouble = undefined;
  await Promise.all(sent);
  expect((await pushed).statusCode).toBe(200);
  expect(await telemetry()).toMatchObject({ state: 'ok', detail: { reason: null, waitingBytes: 0 } });
  const device = input.directory.bySn(sn)!.id;
  const rows = await base.samples.query(
    'SELECT count() AS n FROM samples FINAL WHERE device = {device:UInt32}',
    { device },
  );
  expect(rows).toEqual([{ n: 21 }]);
  await client.endAsync();
});

test('devices that push wait as long as the settings say, not longer', async () => {
  const patience = 500;
  const impatient = await createHttpServer(
    {
      ...platform,
      health: createHealthRegistry('test'),
      config: { ...base.config, storePatienceMs: patience },
    },
    () => Promise.resolve(undefined),
  );
  registerIngestRoutes(impatient, input);
  const organisation = await makeOrganisation(base);
  const { key } = await createIngestKey(
    base,
    { actor: systemActor, address: null },
    { organisationId: organisation.id, name: 'test' },
  );
  const sn = `SF-IMP-${process.pid}`;
  trouble = 'No space left on device';
  const requests = [
    {
      url: `/api/ingest/v1/${sn}/telemetry`,
      headers: { authorization: 'Bearer secret' },
      payload: { v: { 'ac.power': 1 } },
    },
    {
      url: '/api/ingest/influx?precision=ms',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      payload: `pv,sn=${sn}-L ac.power=1`,
    },
  ];
  for (const request of requests) {
    const begin = performance.now();
    const answer = await impatient.app.inject({ method: 'POST', ...request });
    expect(answer.json()).toMatchObject({ error: 'storeUnavailable' });
    expect(answer.statusCode).toBe(503);
    expect(performance.now() - begin).toBeGreaterThan(patience - 10);
    expect(performance.now() - begin).toBeLessThan(10_000);
  }
  trouble = undefined;
  await impatient.app.close();
});
