import net from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { known, registeredDevice } from '../../../test/registered-device.ts';
import { revokeSecret } from '../../features/devices/index.ts';
import { createIngestKey } from '../../features/organisations/index.ts';
import { systemActor, type RequestContext } from '../../platform/actor.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { registerIngestRoutes } from './index.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as net.AddressInfo;
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await platform.stop();
});

const context: RequestContext = { actor: systemActor, language: 'en-US', address: null, bearer: '' };

interface Push {
  url: string;
  bearer: string;
  body: string;
  /** Called by the gateway when it lets the sender in. */
  lets: 'authenticate' | 'organisationOfKey';
}

/** Sends all of a push but its last byte, once the sender was let in. Answers what sends the rest, and resolves with the answer. */
async function begin({ url, bearer, body, lets }: Push): Promise<() => Promise<string>> {
  const letIn = vi.spyOn(input.directory, lets);
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: ${url.endsWith('telemetry') ? 'application/json' : 'text/plain'}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  await vi.waitUntil(() => letIn.mock.settledResults.some(({ type }) => type === 'fulfilled'));
  letIn.mockRestore();
  return () =>
    new Promise((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString()));
      socket.write(body.slice(-1));
    });
}

const storedOf = (device: number) =>
  platform.samples.query('SELECT value FROM samples WHERE device = {device:UInt32}', { device });

test('a push whose secret ended while its body came is refused, and nothing of it is stored', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { device, secret } = await registeredDevice(platform, input, { organisationId });
  const url = `/api/ingest/v1/${device.sn}/telemetry`;
  const push = { url, bearer: secret, body: '{"v":{"ac.power":9}}', lets: 'authenticate' } as const;
  const before = await begin(push);
  expect(await before()).toMatch(/^HTTP\/1.1 200/);
  platform.clock.advance(1000);
  const rest = await begin(push);
  await revokeSecret(platform, context, device.id);
  await vi.waitUntil(() => input.directory.secrets.isRevoked(device.id));
  const answer = await rest();
  expect(answer).toMatch(/^HTTP\/1.1 401/);
  expect(answer).toContain('wrongDeviceSecret');
  expect(await storedOf(device.id)).toHaveLength(1);
});

test('a batch whose key was revoked while its body came is refused, and nothing of it is stored', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { device } = await registeredDevice(platform, input, { organisationId });
  await known(platform, input, device.id);
  const { key, id } = await createIngestKey(platform, context, { organisationId, name: 'test' });
  const body = `pv,sn=${device.sn} ac.power=9`;
  const batch = { url: '/api/ingest/influx', bearer: key, body, lets: 'organisationOfKey' } as const;
  const before = await begin(batch);
  expect(await before()).toMatch(/^HTTP\/1.1 204/);
  platform.clock.advance(1000);
  const rest = await begin(batch);
  await platform.db.deleteFrom('ingestKeys').where('id', '=', id).execute();
  platform.bus.publish('accessChanged', { userId: null });
  const answer = await rest();
  expect(answer).toMatch(/^HTTP\/1.1 401/);
  expect(answer).toContain('wrongIngestKey');
  expect(await storedOf(device.id)).toHaveLength(1);
});
