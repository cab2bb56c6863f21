import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakePlatform, until, type FakePlatform } from '../../test/fake-platform.ts';
import {
  makeDevice,
  makeFleet,
  makeLogger,
  makeMeter,
  makeStation,
  makeWeather,
} from '../../test/small-fleet.ts';
import { parseOptions } from '../options.ts';
import { HISTORY_STEP_MS } from './history.ts';
import { runFleet, type RunningFleet } from './run-fleet.ts';

let platform: FakePlatform;
let folder: string;
let running: RunningFleet | undefined;
beforeEach(async () => {
  platform = await startFakePlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'sunfleet-fleet-'));
  const behind = { protocol: 'v5', parentSn: '4000000901', slave: 1 } as const;
  const fleet = makeFleet([
    makeStation([makeDevice('SF1001'), makeMeter('SF1002'), makeWeather('SF1003')]),
    makeStation(
      [
        makeLogger('4000000901'),
        makeDevice('SF1004', { ...behind, profileId: 'sofar-g3', v5Data: 'pushed' }),
        makeDevice('SF1005', { ...behind, slave: 2, v5Data: 'polled' }),
        makeLogger('4000000902', { fault: 'loggerOffline' }),
        makeDevice('SF1006', { ...behind, parentSn: '4000000902', v5Data: 'polled' }),
      ],
      { name: 'Casa Segunda', latitude: 38.95 },
    ),
  ]);
  writeFileSync(path.join(folder, 'fleet.json'), JSON.stringify(fleet));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await platform.stop();
  rmSync(folder, { recursive: true });
});

async function start(...args: string[]): Promise<string[]> {
  const said: string[] = [];
  const { mqtt, http, v5 } = platform;
  const options = parseOptions([
    `--fleet=${path.join(folder, 'fleet.json')}`,
    `--mqtt=${mqtt}`,
    `--http=${http}`,
    `--v5=${v5.host}:${v5.port}`,
    '--interval=1',
    '--faults=off',
    ...args,
  ]);
  running = await runFleet(options, {
    say: (message) => said.push(message),
    onReady: () => said.push('ready'),
  });
  return said;
}

const by = (sn: string) => platform.taken.filter((each) => each.sn === sn);
const HOUR = 3_600_000;

test('the past comes first and whole, then readings of now by every protocol', async () => {
  const began = Date.now();
  const said = await start('--history', '1');
  expect(said.at(-1)).toBe('ready');
  for (const sn of ['SF1001', 'SF1002', 'SF1003', 'SF1004', 'SF1005']) {
    const times = by(sn).map(({ time }) => time);
    expect(new Set(times).size, sn).toBeGreaterThan(150);
    // A device that sleeps then speaks at every third step only.
    expect(Math.min(...times), sn).toBeLessThanOrEqual(began - 24 * HOUR + 3 * HISTORY_STEP_MS + 1000);
  }
  expect(new Set(by('SF1004').map((each) => each.by))).toEqual(new Set(['http', 'v5']));
  expect(new Set(by('SF1005').map((each) => each.by))).toEqual(new Set(['http']));
  for (const sn of ['SF1001', 'SF1002', 'SF1003', 'SF1004']) {
    await until(`live readings of ${sn}`, () => by(sn).some(({ time }) => time > began - 1000));
  }
  const greeted = platform.frames.filter(
    ({ serial, control }) => serial === 4_000_000_902 && control === 0x41,
  );
  expect(greeted, 'a logger that is offline from the start was there once').toHaveLength(1);
  const newest = Math.max(...by('SF1006').map(({ time }) => time));
  expect(
    newest,
    'the logger that is offline from the start has sent its past and nothing since',
  ).toBeLessThan(began);
});

test('a restart goes on with the counters of the last run and sends what was missed', async () => {
  const state = ['--state', path.join(folder, 'state')];
  await start(...state);
  await until('a live reading', () => by('SF1001').length > 0);
  await running!.stop();
  const last = by('SF1001').at(-1)!;
  platform.taken.length = 0;
  await start(...state);
  await until('a live reading', () => by('SF1001').length > 0);
  const next = by('SF1001')[0]!;
  expect(next.time).toBeGreaterThan(last.time);
  expect(next.values['energy.total']! - last.values['energy.total']!).toBeGreaterThanOrEqual(0);
  expect(next.values['energy.total']! - last.values['energy.total']!).toBeLessThan(0.2);
});

test('faults are switched over the control port: a logger goes and comes back with what it kept', async () => {
  await start('--control', '21701');
  await until('live readings', () => by('SF1004').length > 0);
  const post = (body: unknown) =>
    fetch('http://127.0.0.1:21701/faults', { method: 'POST', body: JSON.stringify(body) });
  expect((await post({ target: '4000000901', fault: 'loggerOffline' })).status).toBe(200);
  const feed = running!.simulation.manual;
  expect(feed).toHaveLength(1);
  await until('the line is cut', () => platform.loggers.every((socket) => socket.destroyed));
  const count = by('SF1004').length;
  await post({ target: '4000000901', fault: 'loggerOffline', on: false });
  await until('readings again', () => by('SF1004').length > count + 1);
  expect((await post({ target: 'nobody', fault: 'gridLoss' })).status).toBe(400);
  expect((await post({ target: 'SF1001', fault: 'rain' })).status).toBe(400);
  expect(await (await fetch('http://127.0.0.1:21701/faults')).json()).toEqual([]);
});
