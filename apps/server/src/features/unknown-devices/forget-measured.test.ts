import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { keepFromNow, measuredSince } from '../devices/index.ts';
import { forgetLater } from '../devices/forget-later.ts';
import { forgetMeasured } from './index.ts';

const platform = await testPlatform();
platform.clock.set(Date.UTC(2026, 5, 21, 12, 2));
afterAll(() => platform.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { db, samples, clock } = platform;
const { signal } = new AbortController();

type Device = Awaited<ReturnType<typeof makeDevice>>;
const inTransaction = (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
  db.transaction().execute(work);
const free = ({ id, sn }: Device) =>
  inTransaction((trx) => forgetLater(trx, { devices: [{ id, sn }], now: clock.now() }));
const bind = ({ id }: Device) => inTransaction((trx) => keepFromNow(trx, id, clock.now()));
const waiting = () =>
  db.selectFrom('devicesToForget').select('deviceId').where('forgottenAt', 'is', null).execute();
/** As if ten minutes had gone by since. */
const later = () =>
  sql`UPDATE devices_to_forget SET forgotten_at = forgotten_at - interval '10 minutes'`.execute(db);

const measure = ({ id }: Device) =>
  samples.command(`INSERT INTO samples VALUES (${id}, 1, fromUnixTimestamp64Milli(${clock.now()}), 5)`);

/** Something of a device in each table that is read of devices. */
async function measureAll(device: Device): Promise<void> {
  const { id, sn } = device;
  const [ms, seconds] = [`fromUnixTimestamp64Milli(${clock.now()})`, `toDateTime(${clock.now() / 1000})`];
  await measure(device);
  await samples.command(`INSERT INTO rollup_5m VALUES (${id}, 1, ${seconds}, 5, 5, 5, 1, 1)`);
  await samples.command(`INSERT INTO run_state_5m VALUES (${id}, ${seconds}, 3, 1)`);
  await samples.command(
    `INSERT INTO energy VALUES ('device', 'hour', ${id}, 'pv', ${seconds}, 1, 0, 'lifetime', 1, 1)`,
  );
  await samples.command(`INSERT INTO raw_frames VALUES ('${sn}', ${ms}, 'v5', 'x')`);
}

const timesOf = async (table: string, time: string, condition: string) => {
  const query = `SELECT ${time} AS t FROM ${table} WHERE ${condition} ORDER BY t`;
  const { t = [] } = await samples.columns(query, {});
  return t.map(Number);
};
const left = ({ id }: Device) => timesOf('samples', 'toUnixTimestamp64Milli(time)', `device = ${id}`);

async function leftAll(device: Device): Promise<number[]> {
  const { id, sn } = device;
  const times = await left(device);
  const seconds = times.map((time) => time / 1000);
  for (const [table, time, condition] of [
    ['rollup_5m', 'toUnixTimestamp(bucket)', `device = ${id}`],
    ['run_state_5m', 'toUnixTimestamp(bucket)', `device = ${id}`],
    ['energy', 'toUnixTimestamp(start)', `subject = 'device' AND id = ${id}`],
    ['raw_frames', 'toUnixTimestamp(toDateTime(time))', `sn = '${sn}'`],
  ] as const)
    expect(await timesOf(table, time, condition), table).toEqual(seconds);
  return times;
}

test('what a device measured for its new owner stays, however late the deletion of what it measured before begins', async () => {
  const [sold, gone, other] = [
    await makeDevice(platform),
    await makeDevice(platform),
    await makeDevice(platform),
  ];
  for (const device of [sold, gone, other]) await measureAll(device);
  for (const device of [sold, gone]) await free(device);
  clock.advance(HOUR);
  // Nobody's.
  for (const device of [sold, gone]) await measureAll(device);
  clock.advance(HOUR);
  await bind(sold);
  clock.advance(MINUTE);
  for (const device of [sold, gone]) await measureAll(device);
  await forgetMeasured(platform, signal);
  expect(await leftAll(sold)).toEqual([clock.now()]);
  expect(await leftAll(gone)).toEqual([]);
  expect(await leftAll(other)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test('a device that its new owner gives away as well is forgotten as a whole', async () => {
  const device = await makeDevice(platform);
  await measure(device);
  await free(device);
  await bind(device);
  clock.advance(MINUTE);
  await measure(device);
  await free(device);
  await forgetMeasured(platform, signal);
  expect(await left(device)).toEqual([]);
});

test('hundreds of devices that leave their owners at once are forgotten together, and tables without anything of them are left alone', async () => {
  const devices = await Promise.all(Array.from({ length: 200 }, () => makeDevice(platform)));
  await measure(devices[0]!);
  for (const device of devices) await free(device);
  const commands = vi.spyOn(samples, 'command');
  await forgetMeasured(platform, signal);
  const deletions = commands.mock.calls.filter(([text]) => text.startsWith('DELETE'));
  commands.mockRestore();
  expect(deletions).toHaveLength(1);
  expect(await left(devices[0]!)).toEqual([]);
});

/** Does something a minute later, right before the first deletion. */
function whileDeleting(happens: () => Promise<unknown>) {
  const command = samples.command.bind(samples);
  return vi.spyOn(samples, 'command').mockImplementationOnce(async (...statement) => {
    clock.advance(MINUTE);
    await happens();
    return command(...statement);
  });
}

test('a device that is freed while its measurements are deleted is forgotten once more', async () => {
  const device = await makeDevice(platform);
  await measure(device);
  await free(device);
  const during = whileDeleting(() => free(device));
  await forgetMeasured(platform, signal);
  expect(during.mock.calls.length).toBeGreaterThan(0);
  during.mockRestore();
  expect(await waiting()).toEqual([]);
  expect(await left(device)).toEqual([]);
});

test('what a device measures for an owner whom it gets while its measurements are deleted stays, and memory lets go of the rest', async () => {
  const device = await makeDevice(platform);
  await measure(device);
  await free(device);
  const during = whileDeleting(async () => {
    await bind(device);
    await measure(device);
  });
  // Of devices of the tests before.
  await platform.changes.catchUp();
  const removed: number[] = [];
  const end = platform.bus.subscribe('measurementsRemoved', ({ deviceId }) => void removed.push(deviceId));
  await forgetMeasured(platform, signal);
  during.mockRestore();
  expect(await left(device)).toEqual([clock.now()]);
  expect(await waiting()).toEqual([]);
  await platform.changes.catchUp();
  end();
  expect(removed).toEqual([device.id]);
});

test('what was being stored while a device was forgotten goes ten minutes later, and its next owner reads none of it until then', async () => {
  const [sold, still] = [await makeDevice(platform), await makeDevice(platform)];
  for (const device of [sold, still]) await free(device);
  const before = clock.now();
  clock.advance(MINUTE);
  await bind(sold);
  await forgetMeasured(platform, signal);
  await samples.command(
    `INSERT INTO samples VALUES (${sold.id}, 1, fromUnixTimestamp64Milli(${before}), 5), (${still.id}, 1, fromUnixTimestamp64Milli(${before}), 5)`,
  );
  await measure(sold);
  const { rows: jobs } = await sql<{ later: boolean }>`
    SELECT start_after > now() + interval '9 minutes' AS later FROM jobs.job WHERE name = 'devices.forget' ORDER BY start_after DESC LIMIT 1`.execute(
    db,
  );
  expect(jobs).toEqual([{ later: true }]);
  await forgetMeasured(platform, signal);
  expect(await left(sold)).toEqual([before, clock.now()]);
  const since = await measuredSince(db, [sold.id, still.id]);
  expect([...since]).toEqual([[sold.id, clock.now()]]);
  await later();
  await forgetMeasured(platform, signal);
  expect(await left(sold)).toEqual([clock.now()]);
  expect(await left(still)).toEqual([]);
  expect(await db.selectFrom('devicesToForget').selectAll().execute()).toEqual([]);
});

test('a device that was freed at a fraction of a millisecond is forgotten twice and no more', async () => {
  const device = await makeDevice(platform);
  await measure(device);
  await free(device);
  await sql`UPDATE devices_to_forget SET freed_at = freed_at + interval '300 microseconds'`.execute(db);
  await forgetMeasured(platform, AbortSignal.timeout(20_000));
  await later();
  await forgetMeasured(platform, AbortSignal.timeout(20_000));
  expect(await left(device)).toEqual([]);
  expect(await db.selectFrom('devicesToForget').selectAll().execute()).toEqual([]);
});

test('a device that leaves its next owner before it was forgotten for the second time is forgotten from the beginning', async () => {
  const device = await makeDevice(platform);
  await free(device);
  await forgetMeasured(platform, signal);
  await bind(device);
  await measure(device);
  clock.advance(MINUTE);
  await free(device);
  expect(await waiting()).toEqual([{ deviceId: device.id }]);
  await forgetMeasured(platform, signal);
  expect(await left(device)).toEqual([]);
});

test('memory lets go of nothing where the second time finds nothing', async () => {
  const device = await makeDevice(platform);
  await free(device);
  await bind(device);
  await forgetMeasured(platform, signal);
  await platform.changes.catchUp();
  const removed: number[] = [];
  const end = platform.bus.subscribe('measurementsRemoved', ({ deviceId }) => void removed.push(deviceId));
  await later();
  await forgetMeasured(platform, signal);
  await platform.changes.catchUp();
  end();
  expect(removed).toEqual([]);
});

test('energies and powers of a station that is gone are deleted, and what was being computed then ten minutes later; those of others stay', async () => {
  const seconds = `toDateTime(${clock.now() / 1000})`;
  const compute = async (id: number) => {
    await samples.command(
      `INSERT INTO energy VALUES ('station', 'hour', ${id}, 'pv', ${seconds}, 1, 0, 'lifetime', 1, 1)`,
    );
    await samples.insertRows('station_power_5m', [
      { station: id, bucket: clock.now() / 1000, pv: 1, version: 1 },
    ]);
  };
  const computed = async () => [
    await timesOf('energy', 'id', "subject = 'station' AND id > 900000"),
    await timesOf('station_power_5m', 'station', 'station > 900000'),
  ];
  for (const id of [900_001, 900_002]) await compute(id);
  await inTransaction((trx) => forgetLater(trx, { devices: [], stationIds: [900_001], now: clock.now() }));
  await forgetMeasured(platform, signal);
  expect(await computed()).toEqual([[900_002], [900_002]]);
  await compute(900_001);
  await sql`UPDATE stations_to_forget SET forgotten_at = forgotten_at - interval '10 minutes'`.execute(db);
  await forgetMeasured(platform, signal);
  expect(await computed()).toEqual([[900_002], [900_002]]);
  expect(await db.selectFrom('stationsToForget').selectAll().execute()).toEqual([]);
});
