import { describe, expect, test } from 'vitest';
import { decodeFaults } from '../profile/decode-faults.ts';
import { decodePoints } from '../profile/decode.ts';
import { encodePoints } from '../profile/encode.ts';
import { exampleValues } from '../profile/example-values.ts';
import { judgeProfile } from '../profile/judge-profile.ts';
import { planReads } from '../profile/plan-reads.ts';
import { RegisterImage } from '../profile/register-image.ts';
import { encodeSunSpec, type SunSpecLayout } from '../sunspec/encode.ts';
import { PROFILES } from './index.ts';

describe.each(PROFILES.map((profile) => [profile.id, profile] as const))('%s', (_id, profile) => {
  test('is found in order by its judge', () => {
    expect(judgeProfile(structuredClone(profile)).problems).toEqual([]);
  });
});

const fixed = PROFILES.filter((profile) => !profile.sunspec);

describe.each(fixed.map((profile) => [profile.id, profile] as const))('%s', (_id, profile) => {
  test('decodes what it encodes', () => {
    const values = exampleValues(profile);
    const image = new RegisterImage();
    encodePoints(profile, { values, texts: { serialNumber: 'SF01234567' } }, image);
    const decoded = decodePoints(profile, image);
    for (const [key, value] of Object.entries(values))
      expect([key, decoded.values[key]]).toEqual([key, value]);
    if (profile.points.some((point) => point.key === 'serialNumber'))
      expect(decoded.texts.serialNumber).toBe('SF01234567');
  });

  test('plans reads that fetch every point within the limits', () => {
    const source = new RegisterImage();
    encodePoints(profile, { values: exampleValues(profile), texts: {} }, source);
    const fetched = new RegisterImage();
    for (const read of planReads(profile, { groups: ['fast', 'slow', 'once'] })) {
      expect(read.count).toBeLessThanOrEqual(profile.modbus.maxRegs);
      fetched.load(read.fn, read.addr, source.read(read.fn, read.addr, read.count) ?? []);
    }
    expect(decodePoints(profile, fetched).values).toEqual(decodePoints(profile, source).values);
  });

  test('tells each fault by its bit', () => {
    for (const fault of profile.faults) {
      const active = decodeFaults(profile, { [fault.point]: 2 ** (fault.bit ?? 0) });
      expect(active.map(({ code }) => code)).toEqual([fault.code]);
    }
  });
});

const INVERTER: SunSpecLayout = [{ model: 103 }, { model: 160, blocks: 2 }];
const INVERTER_FLOAT: SunSpecLayout = [{ model: 113 }, { model: 160, blocks: 3 }];
const WEATHER: SunSpecLayout = [{ model: 307 }, { model: 302, blocks: 1 }, { model: 303, blocks: 1 }];
const METER: SunSpecLayout = [{ model: 203 }];
const BATTERY: SunSpecLayout = [{ model: 802 }];

const cases: readonly [name: string, layout: SunSpecLayout, values: Record<string, number>][] = [
  [
    'inverter',
    INVERTER,
    {
      'ac.power': 8120,
      'ac.l1.voltage': 230.4,
      'ac.frequency': 50.02,
      'energy.total': 12_345.67,
      state: 3,
      'pv1.voltage': 611.2,
      'pv2.current': 7.31,
      'fault.w1': 128,
    },
  ],
  [
    'inverter in float',
    INVERTER_FLOAT,
    { 'ac.power': 8125, 'energy.total': 12_345, state: 4, 'pv3.voltage': 600.5 },
  ],
  [
    'weather station',
    WEATHER,
    {
      'temp.ambient': -3.5,
      'irradiance.poa': 812,
      'irradiance.ghi': 700,
      'temp.module': 41.2,
      'wind.speed': 4,
    },
  ],
  [
    'meter',
    METER,
    {
      'meter.power': -4210,
      'meter.energy.import': 9000.1,
      'meter.energy.export': 77.5,
      'meter.l2.current': -3.02,
    },
  ],
  ['battery', BATTERY, { 'battery.soc': 55.5, 'battery.voltage': 51.3, 'battery.power': -900 }],
];

test.each(cases)('a SunSpec %s decodes what it encodes', (_name, layout, values) => {
  const profile = PROFILES.find((candidate) => candidate.sunspec)!;
  const image = new RegisterImage();
  encodeSunSpec(
    { values, texts: { manufacturer: 'Example', model: 'X1', serialNumber: 'SF77' } },
    layout,
    image,
  );
  const decoded = decodePoints(profile, image);
  expect(decoded.values).toEqual(values);
  expect(decoded.texts).toEqual({ manufacturer: 'Example', model: 'X1', firmware: '', serialNumber: 'SF77' });
});

test('SunSpec registers that are missing or not implemented give no value', () => {
  const profile = PROFILES.find((candidate) => candidate.sunspec)!;
  const image = new RegisterImage();
  encodeSunSpec({ values: {}, texts: {} }, INVERTER, image);
  expect(decodePoints(profile, image).values).toEqual({});
  expect(decodePoints(profile, new RegisterImage()).values).toEqual({});
});
