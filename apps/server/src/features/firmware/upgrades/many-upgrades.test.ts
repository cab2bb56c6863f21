import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { beginRun } from '../../../../test/begin-run.ts';
import { beginUpgrade } from '../../../../test/begin-upgrade.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { registerFirmwareRoutes } from '../index.ts';
import { settleUpgrades } from './settle-upgrades.ts';

const UPGRADES = 40;

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerFirmwareRoutes);
const firmware = await releaseFirmware(platform);
afterAll(() => server.app.close().then(() => platform.stop()));

/** Somebody with a logger that can be upgraded. */
async function plant() {
  const { user, ...person } = await someone('installer');
  const organisationId = person.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const device = await makeDevice(platform, {
    kind: 'logger',
    model: 'SF-L1',
    firmware: '1.4.2',
    stationId: station.id,
    organisationId,
  });
  const actor = (await findUserActor(db, { userId: user.id, at: clock.now() }))!;
  const begin = async () => {
    const context = { actor, address: null, language: 'en-US', bearer: '' } as const;
    return (await beginUpgrade(platform, context, { firmwareId: firmware.id, sns: [device.sn] })).id;
  };
  return { user, actor, device, begin };
}

/** Looks once what becomes of all upgrades; answers how many statements that took. */
async function look(): Promise<number> {
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await settleUpgrades({ ...platform, db: counted });
  return statements;
}

const begun = async (ids: readonly number[]) => {
  const rows = await db
    .selectFrom('firmwareUpgradeDevices')
    .select('runId')
    .where('upgradeId', 'in', [...ids])
    .execute();
  return rows.filter(({ runId }) => runId !== null).length;
};

test('upgrades for which somebody has no room keep no other one from its next wave', async () => {
  const { actor, device, begin } = await plant();
  const runs: number[] = [];
  while (runs.length < LIMITS.runsOpen)
    runs.push(await beginRun(platform, { actor, deviceIds: [device.id] }));
  const waiting: number[] = [];
  while (waiting.length < UPGRADES) waiting.push(await begin());
  const other = await plant();
  const id = await other.begin();
  // Of the one upgrade of the other, and one for which there is no room.
  expect(await look()).toBeLessThan(UPGRADES);
  expect([await begun([id]), await begun(waiting)]).toEqual([1, 0]);
  // Neither do those in which nothing is to be done now.
  await sql`UPDATE runs SET ended_at = now(), state = 'stopped' WHERE id = ANY(${runs})`.execute(db);
  await look();
  expect(await begun(waiting)).toBe(UPGRADES);
  expect(await look()).toBeLessThan(UPGRADES);
});

test('devices that say late that they have it are judged together', async () => {
  const { user, device, begin } = await plant();
  const ids: number[] = [];
  while (ids.length < UPGRADES) ids.push(await begin());
  await sql`UPDATE firmware_upgrades SET ended_at = ${new Date(clock.now())}, state = 'finished' WHERE id = ANY(${ids})`.execute(
    db,
  );
  await sql`UPDATE firmware_upgrade_devices SET state = 'timedOut', failure = 'oldVersion', ended_at = ${new Date(clock.now())}
    WHERE upgrade_id = ANY(${ids})`.execute(db);
  await db.updateTable('devices').set({ firmware: '2.0.0' }).where('id', '=', device.id).execute();
  const late = async () => {
    const rows = await db
      .selectFrom('firmwareUpgradeDevices')
      .select(['state', 'late'])
      .where('upgradeId', 'in', ids)
      .execute();
    return rows.filter((row) => row.state === 'succeeded' && row.late).length;
  };
  const lock = (at: Date | null) =>
    db.updateTable('users').set({ lockedAt: at }).where('id', '=', user.id).execute();
  await lock(new Date(clock.now()));
  expect(await look()).toBeLessThan(UPGRADES);
  expect(await late()).toBe(0);
  await lock(null);
  await look();
  expect(await late()).toBe(UPGRADES);
});
