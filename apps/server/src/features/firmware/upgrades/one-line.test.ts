import { profileById } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  createModbusFirmware,
  type ModbusFirmware,
} from '../../../../../simulator/src/firmware/modbus-firmware.ts';
import { createV5Logger } from '../../../../../simulator/src/links/v5-logger.ts';
import { openApi } from '../../../../test/api-kit.ts';
import { beginUpgrade } from '../../../../test/begin-upgrade.ts';
import { everyKind } from '../../../../test/every-kind.ts';
import { openGatewayInput } from '../../../../test/gateway-input.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { mintSerial } from '../../../../test/v5-logger.ts';
import { createV5Gateway } from '../../../gateway/v5/index.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
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
const scripts = { ...everyKind(never), firmware: createUpgradeScript(platform) };
const soon = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

/** A device on a line, which tells which one is written to. */
function tellingFirmware(slave: number, written: number[], isOff: boolean): ModbusFirmware {
  const fault = isOff ? ('noReply' as const) : undefined;
  const firmware = createModbusFirmware({ version: '1.4.2', fault, restartMs: 20, cutLine: () => undefined });
  return {
    ...firmware,
    take(write) {
      if (written.at(-1) !== slave) written.push(slave);
      return firmware.take(write);
    },
  };
}

/** Devices behind one logger, and an upgrade of all of them. `off`: slaves that are switched off. */
async function plant(devices: number, off: readonly number[] = []) {
  const { user, ...person } = await api.someone('installer');
  const organisationId = person.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const home = { stationId: station.id, organisationId };
  const sn = String(mintSerial());
  const { id: parentId } = await makeDevice(platform, { ...home, sn, kind: 'logger' });
  const written: number[] = [];
  const children = [];
  for (let slave = 1; slave <= devices; slave += 1) {
    const child = await makeDevice(platform, {
      ...home,
      parentId,
      profileId: profile.id,
      model: 'SF-M1',
      firmware: '1.4.2',
      attributes: JSON.stringify({ slave: String(slave) }),
    });
    children.push({
      sn: child.sn,
      slave,
      profile,
      texts: { model: 'SF-M1' },
      settings: {},
      layout: undefined,
      firmware: tellingFirmware(slave, written, off.includes(slave)),
      read: () => ({ 'ac.power': 1000 }),
    });
  }
  const input = await openGatewayInput(platform);
  const options = { pollMs: 200, transferPauseMs: 20, transferAnswerMs: 2000, answerMs: 100 };
  const gateway = createV5Gateway(platform, { ...input, firmware: createImageDoor(platform), options });
  const logger = createV5Logger({
    host: '127.0.0.1',
    port: await gateway.start(),
    sn,
    model: 'LSW-5',
    devices: children,
    uploadSeconds: 60,
    signal: () => 80,
    now: () => clock.now(),
  });
  await vi.waitFor(() => logger.upload(), { timeout: 20_000 });
  onTestFinished(async () => {
    logger.close();
    await gateway.stop();
    await input.stop();
  });
  const image = await releaseFirmware(platform, { model: 'SF-M1', bytes: 2401, component: 'inverter' });
  const actor = (await findUserActor(db, { userId: user.id, at: clock.now() }))!;
  const { id } = await beginUpgrade(
    platform,
    { actor, address: null, language: 'en-US', bearer: '' },
    { firmwareId: image.id, sns: children.map((child) => child.sn), mostFailed: 100 },
  );
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM firmware_upgrade_devices WHERE upgrade_id = ${id} ORDER BY device_id`.execute(db);
    return rows.map(({ state }) => state);
  };
  const ends = async () => {
    const { rows } = await sql<{ endedAt: Date }>`
      SELECT ended_at FROM firmware_upgrade_devices WHERE upgrade_id = ${id} ORDER BY device_id`.execute(db);
    return rows.map(({ endedAt }) => endedAt.getTime());
  };
  const isQuiet = async () =>
    (await states()).every(
      (state, at) => off.includes(at + 1) || !['checking', 'transferring', 'installing'].includes(state),
    );
  return { written, states, ends, isQuiet };
}

/** Works until the upgrade has ended. Time passes while nothing is on its way but to what is switched off. */
async function work(isQuiet: () => Promise<boolean>): Promise<void> {
  const { signal } = new AbortController();
  const upgrades = workUpgrades(platform, signal, { lookMs: 20 }).then(() => true);
  while (!(await Promise.race([upgrades, soon(20)]))) {
    await workRuns(platform, scripts, signal);
    if (await isQuiet()) clock.advance(20_000);
  }
}

test('devices behind one logger get their image one after the other, because they share its line', async () => {
  const { written, states, isQuiet } = await plant(5);
  await work(isQuiet);
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
  // Each was written to in one go, in whichever order.
  expect(written.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
}, 120_000);

test('one that is switched off does not keep the others waiting for its half hour', async () => {
  const { states, ends, isQuiet } = await plant(5, [2]);
  await work(isQuiet);
  expect(await states()).toEqual(['succeeded', 'timedOut', 'succeeded', 'succeeded', 'succeeded']);
  // The third goes in the same wave.
  const [, second, third] = await ends();
  expect(third).toBeLessThan(second!);
}, 120_000);
