import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from '../devices/index.ts';
import { openFleet } from '../fleet/index.ts';
import { noteConnection, registerLinksRoutes } from '../links/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerGrantsRoutes,
  registerDevicesRoutes,
  registerLinksRoutes,
);
const fleet = await openFleet(platform);
const { secrets } = fleet.directory;
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const HOME = '198.51.100.7';
const signIn = (sn: string, secret: string) => fleet.directory.authenticate(sn, secret, 'mqtt', HOME);
const refused = { key: 'wrongDeviceSecret' };

/** A station of an owner with a device by secret, a stolen one and a V5 logger that is trusted and bound to addresses. */
async function scene() {
  const first = await someone('owner');
  const { organisationId } = first;
  const station = await makeStation(platform, { organisationId: organisationId!, ownerId: first.user.id });
  const home = { stationId: station.id, organisationId };
  const secret = mintDeviceSecret();
  const device = await makeDevice(platform, { ...home, ...storeDeviceSecret(secret) });
  const stolen = await makeDevice(platform, { ...home, ...storeDeviceSecret(mintDeviceSecret()) });
  const logger = await makeDevice(platform, { kind: 'logger', ...home });
  await fleet.ensure([device.id, stolen.id, logger.id]);
  await first.post(`/devices/${stolen.id}/secret/revoke`);
  await noteConnection(platform, logger.id, { connection: `c${logger.id}`, address: HOME, replaces: false });
  await first.post(`/devices/${logger.id}/connection/trust`, { network: '198.51.100.0/24' });
  await first.put(`/devices/${logger.id}/networks`, { networks: ['198.51.100.0/24'] });
  return { first, station, device, stolen, logger, secret };
}
type Scene = Awaited<ReturnType<typeof scene>>;

async function handOver({ first, station }: Scene) {
  const next = await someone('owner');
  await first.post(`/stations/${station.id}/hand-over`, { account: next.user.email });
  const [offer] = (await next.get('/hand-overs')).data;
  expect((await next.post(`/hand-overs/${offer.id}/accept`)).code).toBe(200);
  return next;
}

/** What the device gets over its own connection, signed in with the old secret from somewhere. */
async function handedTo({ device, secret }: Scene, address: string): Promise<string | undefined> {
  await vi.waitUntil(() => secrets.isChanging(device.id));
  const mark = secrets.markOf(device.id, secret)!;
  return (await secrets.handOver(device.id, { mark, address }))?.secret;
}

test("the first owner's secret ends when the station gets another owner", async () => {
  const made = await scene();
  const { device, secret } = made;
  const next = await handOver(made);
  const fresh = await handedTo(made, HOME);
  await signIn(device.sn, secret);
  await signIn(device.sn, fresh!);
  await vi.waitFor(() => expect(signIn(device.sn, secret)).rejects.toMatchObject(refused));
  expect((await next.get(`/devices/${device.id}/secret`)).data).toMatchObject({ state: 'good' });
});

test('a first owner who kept the old secret does not get the new one where the device got it elsewhere', async () => {
  const made = await scene();
  await handOver(made);
  expect(await handedTo(made, HOME)).toMatch(/^[A-Z2-7]{32}$/);
  await vi.waitFor(async () => expect(await handedTo(made, '203.0.113.9')).toBeUndefined());
  expect(await handedTo(made, HOME)).toMatch(/^[A-Z2-7]{32}$/);
});

test('what the first owner revoked stays refused, and what it believed of the logger is forgotten', async () => {
  const made = await scene();
  const { stolen, logger } = made;
  const next = await handOver(made);
  expect((await next.get(`/devices/${stolen.id}/secret`)).data).toMatchObject({ state: 'revoked' });
  expect((await next.get(`/devices/${logger.id}/connection`)).data).toMatchObject({
    doubt: 'first',
    trustedNetwork: null,
    allowedNetworks: [],
  });
});

test('the secrets that an installer knew end when the owner takes the station away from it', async () => {
  const made = await scene();
  const { first, station, device, secret, logger } = made;
  const body = { organisationCode: null };
  expect((await first.put(`/stations/${station.id}/organisation`, body)).code).toBe(200);
  const fresh = await handedTo(made, HOME);
  await signIn(device.sn, fresh!);
  await vi.waitFor(() => expect(signIn(device.sn, secret)).rejects.toMatchObject(refused));
  expect((await first.get(`/devices/${logger.id}/connection`)).data).toMatchObject({ doubt: 'first' });
});
