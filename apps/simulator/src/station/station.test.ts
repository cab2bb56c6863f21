import { describe, expect, test } from 'vitest';
import { makeDevice, makeHybrid, makeMeter, makeStation, makeWeather } from '../../test/small-fleet.ts';
import type { FleetFault, FleetStation } from '../../fleets/schema.ts';
import { readDevice } from './read-device.ts';
import { createStation } from './station-state.ts';
import { stepStation } from './step-station.ts';

const DAY = Date.UTC(2026, 5, 10);
const MINUTE = 60_000;

interface Run {
  station: FleetStation;
  from?: number;
  to?: number;
  step?: number;
  faults?: Readonly<Record<string, FleetFault[]>>;
}

/** Readings of every device by SN, one a step. */
function run({ station, from = DAY, to = DAY + 24 * 60 * MINUTE, step = 5 * MINUTE, faults = {} }: Run) {
  const model = createStation(station, from);
  const readings: Record<string, { time: number; values: Record<string, number> }[]> = {};
  for (let time = from + step; time <= to; time += step) {
    const light = stepStation(model, time, ({ device }) => new Set(faults[device.sn]));
    for (const device of model.devices) {
      (readings[device.device.sn] ??= []).push(readDevice(model, device, { light, detail: 'all' }));
    }
  }
  return { model, readings };
}

const column = (readings: { values: Record<string, number> }[], key: string) =>
  readings.map(({ values }) => values[key] ?? Number.NaN);
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const energy = (values: number[]) => total(values) / 12_000;

describe('a station in summer', () => {
  const station = makeStation([makeDevice('SF1'), makeMeter('SF2'), makeWeather('SF3')]);
  const { readings } = run({ station });
  const inverter = readings['SF1']!;

  test('makes power by day, none at night, and never more than it is rated for', () => {
    const power = column(inverter, 'ac.power');
    expect(Math.max(...power)).toBeGreaterThan(6000);
    expect(Math.max(...power)).toBeLessThanOrEqual(8000);
    // One in the morning, UTC.
    expect(power[12]).toBeLessThanOrEqual(0);
    expect(inverter[12]!.values['state']).toBe(0);
    expect(inverter[144]!.values['state']).toBe(3);
  });

  test('counts what it makes: the daily counter agrees with the power over the day and restarts at local midnight', () => {
    const power = column(inverter, 'ac.power');
    const day = column(inverter, 'energy.day');
    // Local midnight is 22:00 UTC.
    expect(Math.max(...day)).toBeCloseTo(energy(power.filter((watts) => watts > 0)), -0.5);
    expect(day[22 * 12 - 2]!).toBeGreaterThan(20);
    expect(day[22 * 12 + 1]!).toBeLessThan(0.1);
    const lifetime = column(inverter, 'energy.total');
    expect(lifetime.every((value, index) => index === 0 || value >= lifetime[index - 1]!)).toBe(true);
  });

  test('shows currents and voltages that give its power', () => {
    const { values } = inverter[144]!;
    const inputs = [1, 2].map((n) => values[`pv${n}.voltage`]! * values[`pv${n}.current`]!);
    expect(total(inputs)).toBeCloseTo(values['dc.power']!, -1.5);
    expect(values['str1.current']! + values['str2.current']!).toBeCloseTo(values['pv1.current']!, 1);
    expect(values['ac.power']! / values['dc.power']!).toBeGreaterThan(0.96);
    const phases = [1, 2, 3].map((n) => values[`ac.l${n}.voltage`]! * values[`ac.l${n}.current`]!);
    expect(total(phases)).toBeCloseTo(values['ac.power']!, -1.5);
  });

  test('balances at the meter', () => {
    const meter = readings['SF2']!;
    const net = column(meter, 'meter.power');
    expect(Math.min(...net)).toBeLessThan(-3000);
    expect(Math.max(...net)).toBeGreaterThan(300);
    const imported = meter.at(-1)!.values['meter.energy.import']! - meter[0]!.values['meter.energy.import']!;
    expect(imported).toBeCloseTo(energy(net.filter((watts) => watts > 0)), -0.3);
  });

  test('has weather that fits: light by day, warm afternoons', () => {
    const weather = readings['SF3']!;
    expect(Math.max(...column(weather, 'irradiance.poa'))).toBeGreaterThan(700);
    expect(weather[12]!.values['irradiance.ghi']).toBeLessThan(1);
    expect(weather[14 * 12]!.values['temp.ambient']!).toBeGreaterThan(
      weather[4 * 12]!.values['temp.ambient']!,
    );
    expect(weather[144]!.values['temp.module']!).toBeGreaterThan(weather[144]!.values['temp.ambient']! + 5);
  });
});

describe('storage', () => {
  test('takes the surplus and gives it in the evening; the flows of each moment sum to nothing', () => {
    const { readings } = run({ station: makeStation([makeHybrid('SF1')], { type: 'residentialStorage' }) });
    const hybrid = readings['SF1']!;
    const battery = column(hybrid, 'battery.power');
    expect(Math.min(...battery)).toBeLessThan(-1000);
    expect(Math.max(...battery)).toBeGreaterThan(300);
    expect(Math.max(...column(hybrid, 'battery.soc'))).toBeGreaterThan(95);
    for (const { values } of hybrid) {
      expect(Math.abs(values['ac.power']! + values['grid.power']! - values['load.power']!)).toBeLessThan(2);
    }
  });

  test('off the grid the sun is taken back when nobody needs it, and nothing flows out', () => {
    const station = makeStation([makeHybrid('SF1'), makeDevice('SF2')], {
      gridType: 'offGrid',
      type: 'microgrid',
    });
    const { readings } = run({ station });
    const grid = column(readings['SF1']!, 'grid.power');
    expect(Math.max(...grid.map(Math.abs))).toBeLessThan(1);
    expect(Math.max(...column(readings['SF2']!, 'ac.power'))).toBeLessThan(5000);
  });
});

describe('faults', () => {
  const station = makeStation([makeDevice('SF1'), makeDevice('SF2'), makeHybrid('SF3'), makeWeather('SF4')]);
  const noon = (faults: Readonly<Record<string, FleetFault[]>>) => {
    const { readings } = run({ station, from: DAY + 11 * 60 * MINUTE, to: DAY + 12 * 60 * MINUTE, faults });
    return (sn: string) => readings[sn]!.at(-1)!;
  };

  test('an open string carries nothing, the others go on', () => {
    const at = noon({ SF1: ['stringOpen'] });
    expect(at('SF1').values['str1.current']).toBe(0);
    expect(at('SF1').values['str2.current']!).toBeGreaterThan(3);
    const ratio = (sn: string) => at(sn).values['pv1.power']! / at(sn).values['pv2.power']!;
    expect(ratio('SF1')).toBeCloseTo(1, 1);
    expect(ratio('SF2')).toBeCloseTo(2, 1);
  });

  test('a tripped inverter stands still and tells a fault of its maker', () => {
    const at = noon({ SF1: ['inverterTrip'] });
    expect(at('SF1').values).toMatchObject({ state: 4, 'dc.power': 0 });
    const words = [1, 2, 3].map((n) => at('SF1').values[`fault.w${n}`]!);
    expect(total(words)).toBeGreaterThan(0);
    expect(at('SF2').values['fault.w1']).toBe(0);
  });

  test.each(['deye-string', 'sofar-g3', 'solis-hybrid', 'sunspec-inverter'])(
    'every maker has a word for a trip: %s',
    (profileId) => {
      const own = makeStation([makeDevice('SF9', { profileId })]);
      const { readings } = run({
        station: own,
        from: DAY,
        to: DAY + 5 * MINUTE,
        faults: { SF9: ['inverterTrip'] },
      });
      const words = Object.entries(readings['SF9']![0]!.values).filter(([key]) => key.startsWith('fault.'));
      expect(total(words.map(([, word]) => word))).toBeGreaterThan(0);
    },
  );

  test('without the grid inverters wait, and a hybrid carries part of the load', () => {
    const at = noon({ SF1: ['gridLoss'], SF2: ['gridLoss'], SF3: ['gridLoss'] });
    expect(at('SF1').values).toMatchObject({ state: 1, 'ac.l1.voltage': 0 });
    expect(at('SF3').values['load.power']!).toBeGreaterThan(50);
    expect(at('SF3').values['grid.power']).toBe(0);
  });

  test('shade falls on the first input in the afternoon', () => {
    const span = { station, from: DAY + 15 * 60 * MINUTE, to: DAY + 16 * 60 * MINUTE };
    const shaded = run({ ...span, faults: { SF1: ['shading'] } }).readings['SF1']!.at(-1)!.values;
    const clear = run(span).readings['SF1']!.at(-1)!.values;
    expect(shaded['pv1.power']!).toBeLessThan(0.85 * clear['pv1.power']!);
    expect(shaded['pv2.power']!).toBeCloseTo(clear['pv2.power']!, -1);
  });

  test('a stuck sensor repeats itself, a wrong clock dates readings back', () => {
    const { readings } = run({
      station,
      from: DAY + 8 * 60 * MINUTE,
      to: DAY + 10 * 60 * MINUTE,
      faults: { SF4: ['stuckSensor'], SF1: ['clockWrong'] },
    });
    expect(new Set(column(readings['SF4']!, 'irradiance.poa')).size).toBe(1);
    expect(new Set(column(readings['SF4']!, 'humidity')).size).toBeGreaterThan(1);
    expect(readings['SF2']!.at(-1)!.time - readings['SF1']!.at(-1)!.time).toBe(75 * MINUTE);
  });
});
