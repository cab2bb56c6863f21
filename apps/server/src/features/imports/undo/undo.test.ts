import type { DeviceLive, ImportRun, StationLive } from '@sunfleet/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newSn, openImports } from '../../../../test/imports-kit.ts';
import { makeDevice } from '../../../../test/makers.ts';
import { measuredOf } from '../../../../test/measured-kit.ts';
import { soleOwnership } from '../../../../test/sole-ownership.ts';
import { soleTelemetry } from '../../../../test/sole-telemetry.ts';
import type { Topics } from '../../../platform/topics.ts';
import type { Reading } from '../../../platform/ingest.ts';
import { resolveActor, signIn } from '../../accounts/index.ts';
import { createAlarms } from '../../alarms/index.ts';
import { openFleet } from '../../fleet/index.ts';
import { createStates } from '../../live-state/index.ts';
import { dropOldTelemetry } from '../../telemetry/index.ts';
import { getImport } from '../import-view.ts';
import { runUndo } from './run-undo.ts';
import { undoImport } from './undo-import.ts';

vi.setConfig({ testTimeout: 240_000 });

const kit = await openImports();
const { platform, telemetry } = kit;
const fleet = await openFleet(platform);
const ownership = soleOwnership(platform);
const storedUntil = () => telemetry.ingest.storedUntil();
const alarms = createAlarms(platform, { ownership, fleet, storedUntil });
await alarms.start();
const opened = soleTelemetry(platform, fleet, telemetry);
const { rollUps } = opened;
const states = await createStates(platform, opened);
afterAll(async () => {
  await opened.stop();
  await alarms.stop();
  await states.stop();
  await fleet.stop();
  await kit.stop();
});

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// Marks of late samples go by the clock of the store, which is the real one.
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
platform.clock.set(NOW);
/** The first day of the month before. */
const BEGIN = Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1, 1);
const never = new AbortController().signal;

type Row = readonly [time: number, power: number, total: number];

const csvOf = (rows: readonly Row[]) =>
  `time,P,E,S\n${rows.map(([time, power, total]) => `${new Date(time).toISOString()},${power},${total},${stateOf(power)}`).join('\n')}\n`;
/** Which source a power of the first test comes from is its last digit; no two sources tell one state. */
const stateOf = (power: number) => 1 + (Math.round(power * 10) % 10);
const columns = [
  { column: 'P', point: 'ac.power' },
  { column: 'E', point: 'energy.total' },
  { column: 'S', point: 'state' },
];

/** A station of its own with a device that reports, and what is done with both. */
async function openSide() {
  const who = await kit.someone();
  const { station, organisation } = who;
  const device = await makeDevice(platform, { stationId: station.id, organisationId: organisation.id });
  await fleet.ensure([device.id]);
  const known = { ...device, organisationCode: null, profileId: null, timeZone: 'UTC' };
  const report = (readings: readonly Reading[]) => telemetry.ingest.store(known, readings, 'mqtt');
  return {
    ...who,
    device,
    report,
    reportRows: (rows: readonly Row[]) =>
      report(
        rows.map(([time, power, total]) => ({
          time,
          values: { 'ac.power': power, 'energy.total': total, state: stateOf(power) },
        })),
      ),
    async importRows(rows: readonly Row[], sn = device.sn): Promise<ImportRun> {
      const done = await who.run(csvOf(rows), { sn, timeColumn: 'time', timeFormat: 'iso', columns });
      expect([done.state, done.errors]).toEqual(['done', []]);
      return done;
    },
    /** By somebody who has just signed in. */
    async undo(id: number): Promise<ImportRun> {
      const { actor } = (await resolveActor(platform, await signIn(platform, who.user)))!;
      const context = { actor, language: 'en-US' as const, address: null, bearer: '' };
      expect(await undoImport(platform, context, id)).toMatchObject({ state: 'undoing' });
      await runUndo({ platform, rollUps, signal: never }, id);
      return getImport(platform, actor, id);
    },
    /** What is stored and shown of the device and the station, when all work is done. */
    async measured(deviceIds = [device.id]) {
      await settle();
      const latest = (await telemetry.latest.latestOf([device.id])).get(device.id)!;
      const device_ = states.device(device.id) as DeviceLive;
      const station_ = states.station(station.id) as StationLive;
      return {
        ...(await measuredOf(platform, station.id, deviceIds)),
        latest: latest.points.map((point, i) => [point, latest.timeAt(i), latest.values[i]]).sort(),
        device: { ...device_, deviceId: 0, stationId: 0 },
        station: { ...station_, stationId: 0, devicesTotal: 0 },
      };
    },
  };
}

/** The work of a server that is killed after its first deletion. */
async function killedUndo(id: number): Promise<void> {
  const stopping = new AbortController();
  const killed = {
    ...platform,
    samples: Object.assign(Object.create(platform.samples), {
      async command(sql: string, params?: object) {
        await platform.samples.command(sql, params as never);
        if (sql.startsWith('DELETE')) stopping.abort();
      },
    }),
  };
  await expect(runUndo({ platform: killed, rollUps, signal: stopping.signal }, id)).rejects.toThrow();
}

/** Lets memory follow what was announced, and everything be written. */
async function settle(): Promise<void> {
  await platform.changes.catchUp();
  await expect.poll(() => unmended.size, { timeout: 60_000 }).toBe(0);
  await rollUps.settle();
  await alarms.tick();
  await alarms.flush();
  await states.flush();
}
const unmended = new Set<number>();
platform.bus.subscribe('measurementsRemoved', ({ deviceId }) => void unmended.add(deviceId));
const publish = platform.bus.publish;
platform.bus.publish = async (topic, payload) => {
  await publish(topic, payload);
  if (topic !== 'latestMended') return;
  // Now every listener has done what it does.
  for (const id of (payload as Topics['latestMended']).deviceIds) unmended.delete(id);
};

type Measured = Awaited<ReturnType<Awaited<ReturnType<typeof openSide>>['measured']>>;

/** Names the first rows that differ, because there are thousands. */
function expectAlike(one: Measured, other: Measured): void {
  const lines = (rows: unknown) => (Array.isArray(rows) ? rows : [rows]).map((row) => JSON.stringify(row));
  for (const name of Object.keys(one) as (keyof Measured)[]) {
    const [mine, theirs] = [lines(one[name]), lines(other[name])];
    const [of, has] = [new Set(theirs), new Set(mine)];
    const surplus = mine.filter((line) => !of.has(line)).slice(0, 3);
    const missing = theirs.filter((line) => !has.has(line)).slice(0, 3);
    expect({ name, rows: mine.length, surplus, missing }).toEqual({
      name,
      rows: theirs.length,
      surplus: [],
      missing: [],
    });
  }
}

/** Numbers that look like chance and are the same each time. */
function chanceOf(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** Rows of some hours of a day by a counter that grows; `mark` tells the rows of one source from those of others. */
function rowsOf(
  chance: (most: number) => number,
  span: { from: number; to: number; step: number; mark: number },
): Row[] {
  const rows: Row[] = [];
  for (let time = span.from; time < span.to; time += span.step) {
    const hour = (time % DAY) / HOUR;
    if (hour < 8 || hour > 16 || chance(8) === 0) continue;
    const kwh = Math.round(((time - BEGIN) / HOUR) * 2 * 1000) / 1000;
    rows.push([time, 3000 + chance(500) + span.mark / 10, kwh + span.mark / 1000]);
  }
  return rows;
}

describe('an import that is taken back', () => {
  test.each([2])(
    'leaves everything as if it had never been, whatever came before and after it (%i)',
    async (seed) => {
      const chance = chanceOf(seed * 7919);
      const day = (n: number) => BEGIN + n * DAY;
      const reported = rowsOf(chance, { from: day(3), to: day(5), step: 5 * MINUTE, mark: 0 });
      const before = rowsOf(chance, { from: day(4), to: day(5), step: 5 * MINUTE, mark: 1 });
      const from = day(2 + chance(3)) + chance(96) * 15 * MINUTE;
      const taken = rowsOf(chance, { from, to: from + (1 + chance(3)) * DAY, step: 5 * MINUTE, mark: 2 });
      const later = rowsOf(chance, { from: from + DAY / 2, to: from + DAY, step: 5 * MINUTE, mark: 3 });
      const after = rowsOf(chance, { from: day(5), to: day(7), step: 5 * MINUTE, mark: 4 });
      const [one, other] = [await openSide(), await openSide()];
      for (const side of [one, other]) {
        platform.clock.set(NOW);
        await side.reportRows(reported);
        await side.importRows(before);
      }
      await rollUps.settle();
      platform.clock.advance(MINUTE);
      const run = await one.importRows(taken);
      await rollUps.settle();
      platform.clock.advance(MINUTE);
      for (const side of [one, other]) {
        if (later.length > 0) await side.reportRows(later);
        await side.importRows(after);
      }
      await rollUps.settle();
      expect(await one.measured()).not.toEqual(await other.measured());
      platform.clock.advance(MINUTE);
      expect(await one.undo(run.id)).toMatchObject({ state: 'undone', undo: { valuesDone: run.samples } });
      expectAlike(await one.measured(), await other.measured());
      // The same file once more is an import like any other.
      await one.importRows(taken);
      await other.importRows(taken);
      expectAlike(await one.measured(), await other.measured());
    },
  );

  test('leaves what other imports and the device wrote into the same places, in whatever order imports are taken back', async () => {
    const side = await openSide();
    const at = (n: number) => BEGIN + 12 * HOUR + n * MINUTE;
    const powers = async () => (await kit.samplesOf(side.device.sn, 'ac.power')).map(([, value]) => value);
    await side.reportRows([[at(0), 1, 1]]);
    const first = await side.importRows([0, 1, 2, 3].map((n) => [at(n), 10, 1] as const));
    platform.clock.advance(MINUTE);
    const second = await side.importRows([0, 1, 2].map((n) => [at(n), 20, 1] as const));
    platform.clock.advance(MINUTE);
    await side.reportRows([[at(2), 30, 1]]);
    expect(await powers()).toEqual([20, 20, 30, 10]);
    await side.undo(first.id);
    expect(await powers()).toEqual([20, 20, 30]);
    await side.undo(second.id);
    expect(await powers()).toEqual([1, 30]);
  });

  test('goes on after a server was killed in the middle of it, and is not done twice', async () => {
    const side = await openSide();
    const rows = (from: number): Row[] => Array.from({ length: 20 }, (_, n) => [from + n * MINUTE, 1000, n]);
    const run = await side.importRows([...rows(BEGIN - 10 * MINUTE), ...rows(BEGIN + DAY)], newSn());
    expect((await side.get(`/imports/${run.id}/undo`)).data).toMatchObject({
      values: 120,
      restored: 0,
      devices: [{ sn: run.devices[0] }],
      oldBefore: null,
    });
    expect((await side.post(`/imports/${run.id}/undo`)).data).toMatchObject({
      state: 'undoing',
      undoableUntil: null,
    });
    await killedUndo(run.id);
    const half = (await side.get(`/imports/${run.id}`)).data as ImportRun;
    expect(half).toMatchObject({ state: 'undoing' });
    expect(half.undo!.valuesDone).toBeLessThan(120);
    const csv = csvOf([[BEGIN, 1, 1]]);
    expect((await side.run(csv, { sn: newSn(), timeColumn: 'time', timeFormat: 'iso', columns })).error).toBe(
      'importBusy',
    );
    await runUndo({ platform, rollUps, signal: never }, run.id);
    expect((await side.get(`/imports/${run.id}`)).data).toMatchObject({
      state: 'undone',
      undo: { valuesDone: 120, by: side.user.name },
    });
    expect((await side.post(`/imports/${run.id}/undo`)).error).toBe('importNotUndoable');
    expect(await kit.samplesOf(run.devices[0]!, 'ac.power')).toEqual([]);
    const noted = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'imports.undo')
      .where('objectId', '=', String(run.id))
      .execute();
    expect(noted).toMatchObject([{ userId: side.user.id, stationId: side.station.id }]);
    // The same job comes once more, and what the import wrote is forgotten.
    await runUndo({ platform, rollUps, signal: never }, run.id);
    const listed = 'SELECT count() AS n FROM import_values WHERE import = {import:UInt32}';
    expect(await platform.samples.query(listed, { import: run.id })).toEqual([{ n: 0 }]);
  });

  test('does not begin for somebody who lost the right while it waited, and goes on to its end once it has begun', async () => {
    const side = await openSide();
    const rows = (from: number): Row[] => Array.from({ length: 20 }, (_, n) => [from + n * MINUTE, 1000, n]);
    const run = await side.importRows([...rows(BEGIN - 10 * MINUTE), ...rows(BEGIN + DAY)], newSn());
    const lock = (lockedAt: Date | null) =>
      platform.db.updateTable('users').set({ lockedAt }).where('id', '=', side.user.id).execute();
    const undo = () => runUndo({ platform, rollUps, signal: never }, run.id);
    const shown = async () => (await side.get(`/imports/${run.id}`)).data as ImportRun;
    const left = async () => (await kit.samplesOf(run.devices[0]!, 'ac.power')).length;
    expect((await side.post(`/imports/${run.id}/undo`)).code).toBe(200);
    await lock(new Date(NOW));
    await undo();
    await lock(null);
    expect(await shown()).toMatchObject({ ...run, message: expect.stringContaining('not taken back') });
    expect(await left()).toBe(40);
    const log = await platform.db
      .selectFrom('auditLog')
      .select(['action', 'allowed', 'userId', 'stationId', 'organisationId'])
      .where('objectId', '=', String(run.id))
      .where('action', 'like', '%undo%')
      .orderBy('id')
      .execute();
    const entry = { userId: side.user.id, stationId: side.station.id, organisationId: side.organisation.id };
    expect(log).toEqual([
      { action: 'imports.undo', allowed: true, ...entry },
      { action: 'denied.undoImport', allowed: false, ...entry },
    ]);
    expect((await side.post(`/imports/${run.id}/undo`)).code).toBe(200);
    await killedUndo(run.id);
    expect(await left()).toBeLessThan(40);
    await lock(new Date(NOW));
    await undo();
    await lock(null);
    expect(await shown()).toMatchObject({ state: 'undone', undo: { valuesDone: 120 } });
    expect(await left()).toBe(0);
  });

  test('takes its alarms along, and a device that only it had measured was never heard of', async () => {
    const side = await openSide();
    const at = (n: number) => new Date(BEGIN + n * 5 * MINUTE).toISOString();
    await side.report([{ time: BEGIN + 10 * DAY, values: { 'ac.power': 1, 'alarm.code': 0 } }]);
    const codes = `time,C\n${at(0)},0\n${at(1)},23\n${at(2)},23\n${at(3)},0\n`;
    const mapping = {
      timeColumn: 'time',
      timeFormat: 'iso',
      columns: [{ column: 'C', point: 'alarm.code' }],
    };
    const lately = platform.clock.now() - 10 * MINUTE;
    const late = await side.run(codes, { ...mapping, sn: side.device.sn });
    const fresh = await side.run(`time,C\n${new Date(lately).toISOString()},23\n`, {
      ...mapping,
      sn: newSn(),
    });
    await settle();
    const alarmsNow = async () =>
      (await measuredOf(platform, side.station.id, [])).alarms.map(({ code, recoveredAt }) => [
        code,
        recoveredAt === null,
      ]);
    expect(await alarmsNow()).toEqual([
      ['23', false],
      ['23', true],
    ]);
    const device = await platform.db
      .selectFrom('devices')
      .select('id')
      .where('sn', '=', fresh.devices[0])
      .executeTakeFirstOrThrow();
    expect(states.device(device.id)).toMatchObject({ lastDataAt: lately, openAlarms: 1 });
    await side.undo(late.id);
    await side.undo(fresh.id);
    await settle();
    expect(await alarmsNow()).toEqual([]);
    expect(states.device(device.id)).toMatchObject({
      status: 'connecting',
      lastDataAt: null,
      lastSeenAt: null,
      openAlarms: 0,
    });
    expect(states.station(side.station.id)!.alarms).toEqual({ emergency: 0, general: 0, tip: 0 });
  });

  test('leaves the roll-ups of another import whose values were dropped by their age meanwhile', async () => {
    const side = await openSide();
    const other = await openSide();
    const rows = (power: number): Row[] =>
      Array.from({ length: 25 }, (_, n) => [
        Date.UTC(2020, 5, 1, 10) + n * 5 * MINUTE,
        power,
        power + (n * power) / 12_000,
      ]);
    for (const one of [side, other]) await one.importRows(rows(6000));
    await rollUps.settle();
    platform.clock.advance(MINUTE);
    const wrong = await side.importRows(rows(9000));
    await rollUps.settle();
    platform.clock.advance(2 * HOUR);
    await ownership.savePosition(platform.db, 'rollUps', platform.clock.now());
    await dropOldTelemetry(platform);
    expect(await kit.samplesOf(side.device.sn, 'ac.power')).toEqual([]);
    await side.undo(wrong.id);
    const [mine, theirs] = [await side.measured(), await other.measured()];
    for (const name of ['means', 'ofDevices', 'ofStation', 'powers'] as const)
      expect(mine[name]).toEqual(theirs[name]);
    expect(mine.ofStation.find(({ grain }) => grain === 'year')).toMatchObject({ sum: 12 });
  });

  test('is not for others, nor without a fresh proof of who asks', async () => {
    const [side, other] = [await openSide(), await openSide()];
    const run = await side.importRows([[BEGIN, 1, 1]]);
    expect((await other.get(`/imports/${run.id}/undo`)).error).toBe('importNotFound');
    expect((await other.post(`/imports/${run.id}/undo`)).error).toBe('importNotFound');
    platform.clock.advance(11 * MINUTE);
    expect((await side.post(`/imports/${run.id}/undo`)).error).toBe('stepUpNeeded');
  });
});
