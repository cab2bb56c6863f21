import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerAccountsRoutes } from '../accounts/index.ts';
import { isDeviceSecret } from '../devices/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { readDemoFleet } from './fleet-file.ts';
import { ensureDemo } from './index.ts';

const platform = await testPlatform();
const { server, call, visitor } = await openApi(platform, registerAccountsRoutes, registerStationsRoutes);
const fleet = await readDemoFleet();
const { created, logins } = await ensureDemo(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

async function enter(account: string, password: string) {
  const { data } = await call('/ups/user/login', { body: { account, password } });
  return (path: string) => call(path, { bearer: data.token });
}

test('the demo is made once', async () => {
  expect(created).toBe(true);
  expect((await ensureDemo(platform)).created).toBe(false);
  const { n } = await platform.db
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(fleet.stations.length);
});

test('every printed login works and sees what is its own', async () => {
  const seen: Record<string, number> = {};
  for (const { account, password, note } of logins) {
    const get = await enter(account, password);
    seen[note] = (await get('/stations')).data.total;
  }
  expect(seen).toEqual({
    'organisation administrator': fleet.stations.length,
    installer: fleet.stations.length,
    'owner of two stations': 2,
  });
});

test('every device of the file is registered with its secret, its station and its logger', async () => {
  const rows = await platform.db.selectFrom('devices').selectAll().execute();
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  const devices = fleet.stations.flatMap((station) => station.devices);
  expect(rows).toHaveLength(devices.length);
  for (const device of devices) {
    const row = bySn.get(device.sn)!;
    expect(row.stationId).not.toBeNull();
    expect(row.parentId).toBe(device.parentSn === null ? null : bySn.get(device.parentSn)!.id);
    if (device.secret === null) expect(row.secretHash).toBeNull();
    else
      expect(
        isDeviceSecret(device.secret, { secretHash: row.secretHash!, secretSalt: row.secretSalt! }),
      ).toBe(true);
    expect(row.attributes).toEqual(device.slave === null ? {} : { slave: String(device.slave) });
  }
});

test('a visitor sees some of the stations', async () => {
  const { data } = await (await visitor()).get('/stations');
  expect(data.total).toBe(fleet.stations.filter((station) => station.shared).length);
  expect(data.total).toBeGreaterThan(5);
});
