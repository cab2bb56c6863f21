import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wallOf } from './csv-table.ts';
import { readEnerpos } from './enerpos.ts';
import { readPlant22 } from './plant22.ts';
import type { RecordedPlant } from './recorded-plant.ts';
import { readStrings } from './strings.ts';
import { shiftDays, timelineOf } from './timeline.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sunfleet-recorded-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, lines: string[]): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const text = `${lines.join('\n')}\n`;
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text);
}

test('clock texts', () => {
  const noon = Date.UTC(2022, 9, 1, 12);
  for (const text of ['2022-10-01T12:00', '2022-10-01 12:00:00', '2022-10-01 12:00:00+04:00'])
    expect(wallOf(text)).toBe(noon);
  for (const text of ['', '01/10/2022 12:00', '2022-13-40 12:00']) expect(wallOf(text)).toBeUndefined();
});

test('plant22: tenths of kW, kW and kW/m2 become W and W/m2', () => {
  write('plant22/generation_15min_by_inverter.csv.gz', [
    'local_time,inverter,dc_power_raw,ac_power_kw,daily_yield_kwh,total_yield_kwh',
    '2020-05-15T12:00,INV01,9099.5,889.65,3069.75,7162033.75',
    '2020-05-15T12:00,INV02,,,3000,7000000',
    'broken',
  ]);
  write('plant22/weather_15min.csv.gz', [
    'DATE_TIME,PLANT_ID,SOURCE_KEY,AMBIENT_TEMPERATURE,MODULE_TEMPERATURE,IRRADIATION',
    '2020-05-15 12:00:00,1,x,30.5,51.25,0.812',
  ]);
  const { devices } = readPlant22(folder);
  expect(devices.map(({ code }) => code)).toEqual(['INV01', 'INV02', 'MET']);
  expect(devices[0]!.readings).toEqual([
    {
      wall: Date.UTC(2020, 4, 15, 12),
      values: {
        'ac.power': 889_650,
        'dc.power': 909_950,
        'energy.day': 3069.75,
        'energy.total': 7_162_033.75,
      },
    },
  ]);
  expect(devices[1]!.readings[0]!.values).toEqual({ 'energy.day': 3000, 'energy.total': 7_000_000 });
  expect(devices[2]!.readings[0]!.values).toEqual({
    'temp.ambient': 30.5,
    'temp.module': 51.25,
    'irradiance.poa': 812,
  });
});

test('enerpos: inverters side by side become devices, both inputs sum to the DC power', () => {
  const inverters = [1, 2, 3, 4].flatMap((n) => [`Inv${n}_AC`, `Inv${n}_DC_MPPT1`, `Inv${n}_DC_MPPT2`]);
  write('enerpos/PV_ENERPOS_01-15-10-2022_bis.txt', [
    ['datetime', 'POA_NE', 'POA_SW', ...inverters].join(','),
    '2022-10-01 12:00:00+04:00,900.5,870,6000,4000,2200,1,2,3,4,5,6,7,8,9',
  ]);
  write('enerpos/Meteo_Terre_Sainte_01-15-10-2022.txt', [
    'datetime,GHI,BNI,DHI,DBT,RH,Ws10,Wd10,Patmo,Rainfall',
    '2022-10-01 12:00:00+04:00,880,700,150,25.5,60,3.5,120,1015,0',
  ]);
  const { devices, arrays = [], station } = readEnerpos(folder);
  const watts = arrays.reduce((sum, { quantity, module }) => sum + quantity * module.power, 0);
  expect([watts, arrays.map(({ azimuth }) => azimuth)]).toEqual([station.capacityKw * 1000, [14, 194]]);
  expect(devices[0]!.readings[0]!.values).toEqual({
    'ac.power': 6000,
    'pv1.power': 4000,
    'pv2.power': 2200,
    'dc.power': 6200,
  });
  expect(devices[3]!.readings[0]!.values['ac.power']).toBe(7);
  expect(devices[4]!.readings[0]!.values).toMatchObject({
    'irradiance.poa': 870,
    'irradiance.poaNorthEast': 900.5,
    pressure: 1015,
  });
});

const STRING_COLUMNS =
  'Serial number,Time,Status,EacToday(kWh),EacTotal(kWh),Pac(W),Ppv(W),VacRS(V),VacST(V),VacTR(V),VacR(V),VacS(V),VacT(V),IacR(A),IacS(A),IacT(A),Fac(Hz),PF,ReactPower(Var),INVTemp(℃),PV ISO(KΩ),GFCI(mA),FaultCode,Vpv1(V),Vpv2(V),Istr1(A)';

test('strings: both ways to write a date, states, and only inputs that are connected', () => {
  const values = '10,400,399,398,230,231,232,50,51,52,50,1,2,40,800,6,0,600,0,9.5';
  write('strings/inverter_01.csv.gz', [
    STRING_COLUMNS,
    `INV01,04/05/2025 12:30,Normal,200,5000,50000,51000,${values.slice(3)}`,
  ]);
  write('strings/inverter_02.csv.gz', [
    STRING_COLUMNS,
    `INV02,2025-04-05 00:01:21,Waiting,731.5,12679.2,0,0,${values.slice(3)}`,
  ]);
  const { devices } = readStrings(folder);
  expect(devices.map(({ code }) => code)).toEqual(['INV01', 'INV02']);
  const first = devices[0]!.readings[0]!;
  expect(first.wall).toBe(Date.UTC(2025, 3, 5, 12, 30));
  expect(first.values).toMatchObject({
    'ac.power': 50_000,
    'pv1.voltage': 600,
    'str1.current': 9.5,
    state: 3,
  });
  expect('pv2.voltage' in first.values).toBe(false);
  expect(devices[1]!.readings[0]!.values).toMatchObject({ state: 0, 'energy.day': 731.5 });
});

const plantAt = (timeZone: string, walls: number[]): RecordedPlant => ({
  station: { ...({} as RecordedPlant['station']), timeZone },
  devices: [
    {
      code: 'A',
      kind: 'inverter',
      manufacturer: 'x',
      model: 'y',
      ratedPower: 1,
      readings: walls.map((wall) => ({ wall, values: { 'ac.power': 1 } })),
    },
  ],
});

test('shifted to now the last day is today at the plant, the hour stays, the order is that of time', () => {
  const now = Date.UTC(2026, 10, 21, 20);
  const plant = plantAt('Asia/Shanghai', [Date.UTC(2025, 3, 5, 13), Date.UTC(2025, 3, 4, 12)]);
  const days = shiftDays(plant, 'now', now);
  const times = timelineOf(plant.devices[0]!, 'Asia/Shanghai', days).map(({ time }) => time);
  // 20:00 UTC is already the 22nd in Shanghai.
  expect(times).toEqual([Date.UTC(2026, 10, 21, 4), Date.UTC(2026, 10, 22, 5)]);
  expect(shiftDays(plant, 'own', now)).toBe(0);
});

test('a shift over the end of summer time keeps the hour of the day', () => {
  const plant = plantAt('Europe/Madrid', [Date.UTC(2026, 6, 1, 12)]);
  const days = shiftDays(plant, 'now', Date.UTC(2026, 10, 21, 20));
  expect(timelineOf(plant.devices[0]!, 'Europe/Madrid', days)[0]!.time).toBe(Date.UTC(2026, 10, 21, 11));
});

const data = process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../shared/data');

describe.skipIf(!existsSync(data))('recorded data (skipped: no SUNFLEET_DATA folder)', () => {
  test('strings is whole: ten inverters, two days, all times read', () => {
    const { devices } = readStrings(data);
    expect(devices).toHaveLength(10);
    for (const { code, readings } of devices) {
      expect(readings.length, code).toBeGreaterThan(1000);
      const walls = readings.map(({ wall }) => wall);
      expect(Math.min(...walls), code).toBeGreaterThanOrEqual(Date.UTC(2025, 3, 4));
      expect(Math.max(...walls), code).toBeLessThan(Date.UTC(2025, 3, 6));
    }
  });

  test('plant22 and enerpos are whole', () => {
    const plant22 = readPlant22(data).devices;
    expect([plant22.length, plant22.reduce((sum, { readings }) => sum + readings.length, 0)]).toEqual([
      23,
      68_694 + 3182,
    ]);
    const enerpos = readEnerpos(data).devices;
    expect(enerpos.map(({ readings }) => readings.length)).toEqual([2160, 2160, 2160, 2160, 2160]);
  });
});
