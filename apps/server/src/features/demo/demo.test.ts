import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerAccountsRoutes } from '../accounts/index.ts';
import { isDeviceSecret } from '../devices/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { readDemoFleet } from './fleet-file.ts';
import { ensureDemo, lockDemoAccounts } from './index.ts';

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

const printed = async () => (await ensureDemo(platform)).logins;
const signIn = (account: string, password: string) =>
  call('/ups/user/login', { body: { account, password } });
const file = path.join(platform.config.dataDir, 'demo-logins.json');

test('no password of the demo can be known from the source; each start prints the same ones', async () => {
  expect(new Set(logins.map(({ password }) => password)).size).toBe(3);
  for (const { account, password } of logins) {
    expect(password).toMatch(/^Demo-[\w-]{12}-1$/);
    for (const known of ['Demo-Manager-1', 'Demo-Installer-1', 'Demo-Owner-1'])
      expect((await signIn(account, known)).error).toBe('wrongCredentials');
  }
  expect(await printed()).toEqual(logins);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain(logins[0]!.password);
});

test('after a restart without the demo its passwords and sessions open nothing; with it they do again', async () => {
  const [{ account, password } = { account: '', password: '' }] = logins;
  const get = await enter(account, password);
  expect((await get('/stations')).code).toBe(200);
  await lockDemoAccounts(platform);
  expect((await get('/stations')).code).toBe(401);
  for (const login of logins)
    expect((await signIn(login.account, login.password)).error).toBe('accountDisabled');
  expect(await printed()).toEqual(logins);
  expect((await signIn(account, password)).code).toBe(200);
  expect((await get('/stations')).code).toBe(401);
});

test('a password that its person changed is not printed, and a start without changes writes nothing', async () => {
  const { account } = logins[1]!;
  const passwordOf = (hash: string) =>
    platform.db.updateTable('users').set({ passwordHash: hash }).where('email', '=', account).execute();
  const { passwordHash } = await platform.db
    .selectFrom('users')
    .select('passwordHash')
    .where('email', '=', account)
    .executeTakeFirstOrThrow();
  const { passwordHash: another } = await platform.db
    .selectFrom('users')
    .select('passwordHash')
    .where('email', '=', logins[0]!.account)
    .executeTakeFirstOrThrow();
  await passwordOf(another);
  expect((await printed())[1]!.password).toBe('(changed since)');
  expect((await printed())[1]!.password).toBe('(changed since)');
  await passwordOf(passwordHash);
  expect(await printed()).toEqual(logins);
  const written = (await stat(file)).mtimeMs;
  expect(await printed()).toEqual(logins);
  expect((await stat(file)).mtimeMs).toBe(written);
});

test('an account that an administrator locked stays locked', async () => {
  const { account, password } = logins[2]!;
  const lockedAt = new Date(platform.clock.now());
  await platform.db.updateTable('users').set({ lockedAt }).where('email', '=', account).execute();
  await lockDemoAccounts(platform);
  await printed();
  expect((await signIn(account, password)).error).toBe('accountDisabled');
});

test('where the file is lost, as in data of a version with known passwords, new ones are set', async () => {
  await rm(file);
  const [former, now] = [logins[0]!, (await printed())[0]!];
  expect(now.password).not.toBe(former.password);
  expect((await signIn(former.account, former.password)).error).toBe('wrongCredentials');
  expect((await signIn(now.account, now.password)).code).toBe(200);
});
