import { afterAll, expect, test } from 'vitest';
import { newSn, openImports } from '../../../../test/imports-kit.ts';
import { soleOwnership } from '../../../../test/sole-ownership.ts';
import { createSunlight, openFleet } from '../../fleet/index.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { createRollUps, type RollUps } from '../roll-up/create-roll-ups.ts';
import { dropOldTelemetry } from './drop-old-telemetry.ts';

const kit = await openImports();
const { platform, telemetry, samplesOf, someone } = kit;
const fleet = await openFleet(platform);
const ownership = soleOwnership(platform);
const open = () =>
  createRollUps(platform, {
    ownership,
    owns: () => true,
    fleet,
    sunlight: createSunlight(),
    ingest: telemetry.ingest,
  });
let rollUps: RollUps = open();
afterAll(async () => {
  await rollUps.stop();
  await fleet.stop();
  await kit.stop();
});

const HOUR = 3_600_000;
const NOW = platform.clock.now();
/** Two hours of June 2020 with a counter that runs at 6 kW, and a point that has no means. */
const rows = Array.from({ length: 25 }, (_, n) => {
  const time = new Date(Date.UTC(2020, 5, 1, 10) + n * 300_000).toISOString();
  return `${time},6,${1000 + n / 2},1200`;
});
const csv = `time,P,E,rpm\n${rows.join('\n')}\n`;
const columns = [
  { column: 'P', point: 'ac.power', scale: 1000 },
  { column: 'E', point: 'energy.total' },
  { column: 'rpm', point: 'fan.speed' },
];

test('a file of 2020 is not dropped before its means and energies are made, and these stay when it is', async () => {
  const sn = newSn();
  const { run, station } = await someone();
  const done = await run(csv, { sn, timeColumn: 'time', timeFormat: 'iso', columns });
  expect(done).toMatchObject({ state: 'done', samples: 75 });
  expect(done.message).toContain('75 values are from before Nov 1, 2024');
  expect(done.message).toContain('Nothing remains then of the old values of: fan.speed.');

  // The server that stored it has ended before it made them.
  await rollUps.stop();
  rollUps = open();
  platform.clock.set(NOW + 2 * HOUR);
  await dropOldTelemetry(platform);
  expect(await samplesOf(sn, 'ac.power')).toHaveLength(25);

  await rollUps.start();
  await rollUps.settle();
  const device = await platform.db
    .selectFrom('devices')
    .select('id')
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  const left = async () => ({
    means: await platform.samples.query(
      `SELECT count() AS n, min(avg) AS mean FROM rollup_5m FINAL WHERE device = ${device.id}`,
    ),
    day: (
      await readCells(platform.samples, 'station', {
        ids: [station.id],
        spans: { day: { start: 0, end: 4e12 } },
      })
    )
      .get(station.id)
      ?.get('pv')
      ?.get('day'),
  });
  const made = await left();
  expect(made.means).toEqual([{ n: 25, mean: 6000 }]);
  expect([...made.day!.values()].map(({ kwh, spread }) => Math.round(kwh + spread))).toEqual([12]);

  platform.clock.set(NOW + 26 * HOUR);
  await dropOldTelemetry(platform);
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
  expect(await left()).toEqual(made);

  // A start looks again for what is owed: what is gone takes nothing along.
  await rollUps.stop();
  rollUps = open();
  await rollUps.start();
  await rollUps.settle();
  expect(await left()).toEqual(made);
});

test('what an import is bringing is not dropped beside it', async () => {
  const sn = newSn();
  const { run } = await someone();
  const done = await run(csv, { sn, timeColumn: 'time', timeFormat: 'iso', columns });
  await rollUps.settle();
  await platform.db
    .updateTable('imports')
    .set({ state: 'importing', finishedAt: null })
    .where('id', '=', done.id)
    .execute();
  platform.clock.set(NOW + 60 * HOUR);
  await dropOldTelemetry(platform);
  expect(await samplesOf(sn, 'ac.power')).toHaveLength(25);
  await platform.db
    .updateTable('imports')
    .set({ state: 'done', finishedAt: new Date(NOW + 58 * HOUR) })
    .where('id', '=', done.id)
    .execute();
  await dropOldTelemetry(platform);
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
});

test('an import of what is kept says nothing of that', async () => {
  const { run } = await someone();
  const done = await run('time,P\n2025-12-01 12:00,1\n', { sn: newSn(), columns: [columns[0]] });
  expect(done).toMatchObject({ state: 'done', message: null });
});
