import { profileById } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { FirmwareFault } from '../../../../../simulator/src/firmware/firmware-device.ts';
import { createModbusFirmware } from '../../../../../simulator/src/firmware/modbus-firmware.ts';
import { createV5Logger } from '../../../../../simulator/src/links/v5-logger.ts';
import { openApi } from '../../../../test/api-kit.ts';
import { beginUpgrade } from '../../../../test/begin-upgrade.ts';
import { everyKind } from '../../../../test/every-kind.ts';
import { openGatewayInput } from '../../../../test/gateway-input.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { FAULTS, releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { mintSerial } from '../../../../test/v5-logger.ts';
import { createV5Gateway } from '../../../gateway/v5/index.ts';
import { systemActor } from '../../../platform/actor.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { stopCommands } from '../../commands/stop-commands.ts';
import { workRuns } from '../../runs/index.ts';
import { createImageDoor, registerFirmwareRoutes } from '../index.ts';
import { createUpgradeScript } from './upgrade-script.ts';
import { workUpgrades } from './work-upgrades.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0', SUNFLEET_V5_COMMANDS: 'on' });
const { db, clock } = platform;
const api = await openApi(platform, registerFirmwareRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

const profile = profileById('sunfleet-modbus')!;
const never = () => Promise.reject(new Error('no such run here'));
const soon = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

type Firmware = ReturnType<typeof createModbusFirmware>;

/** A logger that says this serial number, with a device behind it. */
const stick = (one: { port: number; sn: string; child: string; firmware: Firmware }) =>
  createV5Logger({
    host: '127.0.0.1',
    port: one.port,
    sn: one.sn,
    model: 'LSW-5',
    devices: [
      {
        sn: one.child,
        slave: 1,
        profile,
        texts: { model: 'SF-M1' },
        settings: {},
        layout: undefined,
        firmware: one.firmware,
        read: () => ({ 'ac.power': 1000 }),
      },
    ],
    uploadSeconds: 60,
    signal: () => 80,
    now: () => clock.now(),
  });

/** People have looked at the connections of these loggers, and believe them. */
async function confirm(sns: readonly string[]): Promise<void> {
  await sql`UPDATE logger_connections SET doubt = NULL, doubted_since = NULL, trusted_network = network
    WHERE device_id IN (SELECT id FROM devices WHERE sn = ANY(${[...sns]}))`.execute(db);
}

/** Loggers with a device behind each, an upgrade of these devices, and servers that come and go. */
async function plant(
  faults: readonly (FirmwareFault | undefined)[],
  bytes: number,
  trust: 'on' | 'confirmed' = 'on',
) {
  const { user, ...person } = await api.someone('installer');
  const organisationId = person.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const home = { stationId: station.id, organisationId };
  const made = await Promise.all(
    faults.map(async (fault) => {
      const sn = String(mintSerial());
      const { id: parentId } = await makeDevice(platform, { ...home, sn, kind: 'logger' });
      const child = await makeDevice(platform, {
        ...home,
        parentId,
        profileId: profile.id,
        model: 'SF-M1',
        firmware: '1.4.2',
      });
      return { fault, sn, child };
    }),
  );
  const input = await openGatewayInput(platform);
  let held = 0;
  const door = createImageDoor({ ...platform, config: { ...platform.config, v5Commands: trust } });
  const requireGoing: typeof door.requireGoing = async (...asked) => {
    held += 1;
    await door.requireGoing(...asked);
    held -= 1;
  };
  const open = async (port: number) => {
    const { config } = platform;
    const gateway = createV5Gateway(
      { ...platform, config: { ...config, v5Port: port } },
      {
        ...input,
        firmware: { ...door, requireGoing },
        options: { pollMs: 200, transferPauseMs: 100, transferAnswerMs: 2000, answerMs: 300 },
      },
    );
    return { gateway, port: await gateway.start() };
  };
  let now = await open(0);
  const { port } = now;
  const members = made.map(({ fault, sn, child }) => {
    const firmware = createModbusFirmware({
      version: '1.4.2',
      fault,
      restartMs: 300,
      cutLine: () => logger.redial(),
    });
    const logger = stick({ port, sn, child: child.sn, firmware });
    return { fault, sn: child.sn, loggerSn: sn, firmware, logger };
  });
  /** A line that a server has cut is noticed a moment later. */
  const dial = () =>
    vi.waitFor(() => Promise.all(members.map(({ logger }) => logger.upload())), { timeout: 20_000 });
  await dial();
  await confirm(members.map(({ loggerSn }) => loggerSn));
  onTestFinished(async () => {
    for (const { logger } of members) logger.close();
    await now.gateway.stop();
    await input.stop();
  });
  const image = await releaseFirmware(platform, { model: 'SF-M1', bytes, component: 'inverter' });
  const actor = (await findUserActor(db, { userId: user.id, at: clock.now() }))!;
  const { id } = await beginUpgrade(
    platform,
    { actor, address: null, language: 'en-US', bearer: '' },
    { firmwareId: image.id, sns: members.map(({ sn }) => sn), mostFailed: 100 },
  );
  const states = async () => {
    const rows = await db
      .selectFrom('firmwareUpgradeDevices as one')
      .innerJoin('devices', 'devices.id', 'one.deviceId')
      .select(['devices.sn', 'one.state', 'one.failure', 'one.sentBytes', 'one.beganAt'])
      .where('one.upgradeId', '=', id)
      .execute();
    return new Map(rows.map((row) => [row.sn, row]));
  };
  /** Another server, once the one of before is gone in the middle. */
  const replaceServer = async () => {
    await now.gateway.stop();
    now = await open(port);
    await dial();
  };
  return { members, port, states, replaceServer, heldBack: () => held };
}

const scripts = { ...everyKind(never), firmware: createUpgradeScript(platform) };

/** Works until the upgrade has ended; `each` look tells whether only silent devices are left, whose half hour then passes. */
async function work(onlySilent: () => Promise<boolean>): Promise<void> {
  const { signal } = new AbortController();
  const upgrades = workUpgrades(platform, signal, { lookMs: 20 }).then(() => true);
  while (!(await Promise.race([upgrades, soon(50)]))) {
    await workRuns(platform, scripts, signal);
    if (await onlySilent()) clock.set(clock.now() + 31 * 60_000);
  }
}

test('devices behind loggers get their image through the tunnel, whatever goes wrong on the way', async () => {
  const { members, states } = await plant(FAULTS, 2401);
  const silent = new Set(members.filter(({ fault }) => fault === 'noReply').map(({ sn }) => sn));
  await work(async () => {
    const open = [...(await states()).values()].filter(({ state }) =>
      ['waiting', 'checking', 'transferring', 'installing'].includes(state),
    );
    const waits = (began: Date | null) => clock.now() - (began?.getTime() ?? 0) < 31 * 60_000;
    return (
      open.length > 0 &&
      open.every(({ sn, state, beganAt }) => state === 'transferring' && silent.has(sn) && waits(beganAt))
    );
  });
  const ended = await states();
  const byFault = members.map(({ fault, sn, firmware }) => {
    const { state, failure } = ended.get(sn)!;
    return [fault ?? 'none', state, failure, firmware.version()];
  });
  expect(byFault).toEqual([
    ['none', 'succeeded', null, '2.0.0'],
    ['powerCut', 'succeeded', null, '2.0.0'],
    ['linkCut', 'succeeded', null, '2.0.0'],
    ['wrongChecksum', 'failed', 'wrongChecksum', '1.4.2'],
    ['slow', 'succeeded', null, '2.0.0'],
    ['noReply', 'timedOut', 'silent', '1.4.2'],
    ['badImage', 'rolledBack', 'installFailed', '1.4.2'],
  ]);
});

test('another server goes on with an image where the one of before was gone', async () => {
  const { members, states, replaceServer } = await plant([undefined], 6000);
  const [{ firmware, sn }] = members as [(typeof members)[number]];
  const working = work(async () => false);
  const next = () => firmware.status()[4]!;
  await expect.poll(next, { timeout: 20_000 }).toBeGreaterThan(1000);
  const before = next();
  await replaceServer();
  expect(next()).toBeGreaterThanOrEqual(before);
  await working;
  expect((await states()).get(sn)).toMatchObject({ state: 'succeeded', sentBytes: 6000 });
  expect(firmware.version()).toBe('2.0.0');
});

test('nothing of an image leaves from the moment at which requests are stopped, and it goes on afterwards', async () => {
  const { members, states } = await plant([undefined], 9000);
  const [{ firmware, sn }] = members as [(typeof members)[number]];
  const working = work(async () => false);
  const next = () => firmware.status()[4]!;
  await expect.poll(next, { timeout: 20_000 }).toBeGreaterThan(1000);
  const context = { actor: systemActor, address: null, language: 'en-US', bearer: '' } as const;
  await stopCommands(platform, context, { organisationId: null, reason: 'test' });
  // One piece may be on its way.
  await soon(100);
  const stoppedAt = next();
  await soon(300);
  expect(next()).toBe(stoppedAt);
  expect(stoppedAt).toBeLessThan(9000);
  await db.updateTable('commandRules').set({ stoppedAt: null }).execute();
  await working;
  expect((await states()).get(sn)).toMatchObject({ state: 'succeeded' });
});

test('nothing of an image goes to an address that is another device’s by now, and it goes on at its own', async () => {
  const { members, states, heldBack } = await plant([undefined], 9000);
  const [{ firmware, sn }] = members as [(typeof members)[number]];
  const address = (of: string, slave: string, trx: Pick<typeof db, 'updateTable'> = db) =>
    trx
      .updateTable('devices')
      .set({ attributes: JSON.stringify({ slave }) })
      .where('sn', '=', of)
      .execute();
  const { parentId, organisationId, stationId } = await db
    .selectFrom('devices')
    .select(['parentId', 'organisationId', 'stationId'])
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  const home = { parentId, organisationId, stationId };
  const other = await makeDevice(platform, { ...home, profileId: profile.id, model: 'SF-M1' });
  await address(other.sn, '2');
  const working = work(async () => false);
  const next = () => firmware.status()[4]!;
  await expect.poll(next, { timeout: 20_000 }).toBeGreaterThan(1000);
  // Whoever wired them knew it the other way round: what answers at the first address is the other one.
  await db.transaction().execute(async (trx) => {
    await address(sn, '2', trx);
    await address(other.sn, '1', trx);
  });
  // One piece may be on its way.
  await soon(100);
  const heldAt = next();
  expect(heldAt).toBeLessThan(9000);
  await soon(300);
  expect(next()).toBe(heldAt);
  // Two at one address: nobody knows which of them would take it.
  const before = heldBack();
  await address(sn, '1');
  await expect.poll(heldBack, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  expect(next()).toBe(heldAt);
  await address(other.sn, '2');
  await working;
  expect((await states()).get(sn)).toMatchObject({ state: 'succeeded' });
});

test('nothing of an image goes to who takes the connection of a logger over, nor counts what that one says, until people believe it', async () => {
  const { members, port, states, heldBack } = await plant([undefined], 9000, 'confirmed');
  const [{ firmware, sn, loggerSn }] = members as [(typeof members)[number]];
  const working = work(async () => false);
  await expect.poll(() => firmware.status()[4]!, { timeout: 20_000 }).toBeGreaterThan(1000);
  const theirs = createModbusFirmware({ version: '1.4.2', fault: 'badImage', restartMs: 300, cutLine() {} });
  const stranger = stick({ port, sn: loggerSn, child: sn, firmware: theirs });
  onTestFinished(() => stranger.close());
  await vi.waitFor(() => stranger.upload(), { timeout: 20_000 });
  const doubt = () =>
    db
      .selectFrom('loggerConnections')
      .innerJoin('devices', 'devices.id', 'deviceId')
      .select('doubt')
      .where('sn', '=', loggerSn)
      .executeTakeFirst();
  await expect.poll(doubt).toEqual({ doubt: 'replaced' });
  await expect.poll(heldBack, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(theirs.status()).toEqual([0, 0, 0, 0, 0]);
  expect(['transferring', 'installing']).toContain((await states()).get(sn)!.state);
  await confirm([loggerSn]);
  await working;
  expect((await states()).get(sn)).toMatchObject({ state: 'rolledBack' });
});
