import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { newSn, openImports } from '../../../test/imports-kit.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROOT = path.join(import.meta.dirname, '../../../../..');
const DATA = path.resolve(ROOT, process.env.SUNFLEET_DATA ?? '../shared/data');
const missing = (folder: string) => !existsSync(path.join(DATA, folder));

const { platform, someone, stop } = await openImports();
afterAll(stop);

/** Rows of a file as text, cut at commas. */
function table(file: string): { bytes: Buffer; rows: Record<string, string>[] } {
  const bytes = readFileSync(path.join(DATA, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim();
  const [header = '', ...lines] = text.split(/\r?\n/);
  const names = header.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])),
  );
  return { bytes, rows };
}

interface Stored {
  n: number;
  sum: number;
  first: number;
  last: number;
}

async function stored(sn: string, point: string): Promise<Stored> {
  const { id } = await platform.db
    .selectFrom('devices')
    .select('id')
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  const [row] = await platform.samples.query<Stored>(
    `SELECT count() AS n, sum(value) AS sum, toUnixTimestamp64Milli(min(time)) AS first, toUnixTimestamp64Milli(max(time)) AS last
     FROM samples FINAL WHERE device = {device:UInt32} AND point = {point:UInt32}`,
    { device: id, point: pointByKey(point)!.id },
  );
  return row!;
}

/** What a column of some rows adds up to: readings, and their sum. */
function expected(rows: readonly Record<string, string>[], column: string, scale = 1) {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return { n: cells.length, sum: cells.reduce((sum, cell) => sum + Number(cell) * scale, 0) };
}

async function compare(sn: string, point: string, wanted: { n: number; sum: number }): Promise<void> {
  const { n, sum } = await stored(sn, point);
  expect({ sn, point, n }).toEqual({ sn, point, n: wanted.n });
  expect(Math.abs(sum - wanted.sum)).toBeLessThan(1e-6 * Math.max(1, Math.abs(wanted.sum)));
}

test.skipIf(missing('plant22'))(
  'plant22: 22 inverters of a device column, DC ten times too large, kW',
  async () => {
    const { bytes, rows } = table('plant22/generation_15min_by_inverter.csv.gz');
    const { run } = await someone();
    const snPrefix = `${newSn()}-`;
    const columns = [
      { column: 'dc_power_raw', point: 'dc.power', scale: 100 },
      { column: 'ac_power_kw', point: 'ac.power', scale: 1000 },
      { column: 'daily_yield_kwh', point: 'energy.day' },
      { column: 'total_yield_kwh', point: 'energy.total' },
    ];
    const done = await run(bytes, { snPrefix, timeZone: 'Asia/Kolkata', columns });
    expect(done).toMatchObject({
      state: 'done',
      rowsTotal: rows.length,
      samples: rows.length * 4,
      errorCount: 0,
    });
    expect(done.devices).toHaveLength(22);
    expect([done.firstTime, done.lastTime]).toEqual([
      Date.parse(`${rows[0]!.local_time}:00+05:30`),
      Date.parse(`${rows.at(-1)!.local_time}:00+05:30`),
    ]);
    for (const inverter of new Set(rows.map((row) => row.inverter!))) {
      const own = rows.filter((row) => row.inverter === inverter);
      for (const { column, point, scale } of columns) {
        await compare(`${snPrefix}${inverter}`, point, expected(own, column, scale));
      }
    }
  },
);

test.skipIf(missing('plant22'))('plant22: the weather station, kW/m2', async () => {
  const { bytes, rows } = table('plant22/weather_15min.csv.gz');
  const { run } = await someone();
  const sn = newSn();
  const columns = [
    { column: 'IRRADIATION', point: 'irradiance.poa', scale: 1000 },
    { column: 'MODULE_TEMPERATURE', point: 'temp.module' },
  ];
  const mapping = { sn, deviceColumn: undefined, deviceKind: 'weather', timeZone: 'Asia/Kolkata', columns };
  expect(await run(bytes, mapping)).toMatchObject({ state: 'done', samples: rows.length * 2 });
  await compare(sn, 'irradiance.poa', expected(rows, 'IRRADIATION', 1000));
  await compare(sn, 'temp.module', expected(rows, 'MODULE_TEMPERATURE'));
});

test.skipIf(missing('enerpos'))(
  'enerpos: four inverters side by side and two sensors, times with their offset',
  async () => {
    const { bytes, rows } = table('enerpos/PV_ENERPOS_01-15-10-2022_bis.txt');
    const { upload, run } = await someone();
    const snPrefix = `${newSn()}-`;
    const { guess } = (await upload(bytes)).data;
    const southWest = { column: 'POA_SW', point: 'irradiance.poa', sn: 'RoofSW' };
    const done = await run(bytes, { snPrefix, sn: 'RoofNE', columns: [...guess.columns, southWest] });
    expect(done).toMatchObject({ state: 'done', rowsTotal: rows.length, errorCount: 0 });
    expect(done.devices.toSorted()).toEqual(
      ['Inv1', 'Inv2', 'Inv3', 'Inv4', 'RoofNE', 'RoofSW'].map((sn) => snPrefix + sn),
    );
    for (const n of [1, 2, 3, 4]) {
      const sn = `${snPrefix}Inv${n}`;
      await compare(sn, 'ac.power', expected(rows, `Inv${n}_AC`));
      await compare(sn, 'pv1.power', expected(rows, `Inv${n}_DC_MPPT1`));
      await compare(sn, 'pv2.power', expected(rows, `Inv${n}_DC_MPPT2`));
    }
    await compare(`${snPrefix}RoofSW`, 'irradiance.poa', expected(rows, 'POA_SW'));
    expect((await stored(`${snPrefix}Inv1`, 'ac.power')).first).toBe(Date.parse('2022-10-01T00:00:00+04:00'));
  },
);

test.skipIf(missing('pvplr'))('pvplr: two and a half years of one inverter with empty cells', async () => {
  const { bytes, rows } = table('pvplr/test_df_15min.csv.gz');
  const { run } = await someone();
  const sn = newSn();
  const done = await run(bytes, { sn, timeZone: 'Etc/GMT+5' });
  expect(done).toMatchObject({ state: 'done', rowsTotal: rows.length, errorCount: 0 });
  await compare(sn, 'ac.power', expected(rows, 'power_w'));
  await compare(sn, 'irradiance.poa', expected(rows, 'g_poa_wm2'));
  await compare(sn, 'temp.module', expected(rows, 'module_temp_c'));
  await compare(sn, 'temp.ambient', expected(rows, 'air_temp_c'));
});

test.skipIf(missing('pvplr'))(
  'pvplr: a zone with summer time does not fit it, and the lines that say so are named',
  async () => {
    const { bytes } = table('pvplr/test_df_15min.csv.gz');
    const { run } = await someone();
    const failed = await run(bytes, { sn: newSn(), timeZone: 'America/New_York' });
    expect(failed).toMatchObject({ state: 'failed', samples: 0 });
    expect(failed.errors[0].message).toContain('America/New_York');
  },
);

test.skipIf(missing('strings'))(
  'strings: what a portal exports, every column guessed, months before days',
  async () => {
    const { bytes, rows } = table('strings/inverter_01.csv.gz');
    const { run } = await someone();
    const snPrefix = `${newSn()}-`;
    const done = await run(bytes, { snPrefix, timeZone: 'Asia/Bangkok' });
    expect(done).toMatchObject({ state: 'done', rowsTotal: rows.length, errorCount: 0 });
    await compare(`${snPrefix}INV01`, 'energy.total', expected(rows, 'EacTotal(kWh)'));
    await compare(`${snPrefix}INV01`, 'ac.power', expected(rows, 'Pac(W)'));
    await compare(`${snPrefix}INV01`, 'str20.current', expected(rows, 'Istr20(A)'));
    const { first, last } = await stored(`${snPrefix}INV01`, 'ac.power');
    expect(last - first).toBeLessThan(2 * 86_400_000);
  },
);
