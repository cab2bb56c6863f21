import { describe, expect, test } from 'vitest';
import { decodePoints } from './decode.ts';
import { encodePoints } from './encode.ts';
import { planReads } from './plan-reads.ts';
import { parameterValue } from './parameter-word.ts';
import { planParameterReads } from './plan-parameter-reads.ts';
import { planWrite } from './plan-write.ts';
import { RegisterImage } from './register-image.ts';
import { defineProfile, type Profile, type ProfileInput } from './schema.ts';

function made(points: ProfileInput['points'], more: Partial<ProfileInput> = {}): Profile {
  return defineProfile({
    id: 'made-up',
    version: 1,
    brand: 'Example',
    brandKey: 'example',
    models: ['X'],
    deviceKind: 'inverter',
    modbus: { fn: 3, maxRegs: 10, maxGap: 2 },
    points,
    sources: [{ name: 'this test', licence: 'Apache-2.0' }],
    ...more,
  });
}

function imageOf(words: Record<number, number>, fn: 3 | 4 = 3): RegisterImage {
  const image = new RegisterImage();
  for (const [addr, word] of Object.entries(words)) image.set(fn, Number(addr), word);
  return image;
}

describe('decoding', () => {
  test.each([
    ['u16', 'hi', { 5: 0xfffe }, 65_534],
    ['i16', 'hi', { 5: 0xfffe }, -2],
    ['u32', 'hi', { 5: 1, 6: 2 }, 65_538],
    ['u32', 'lo', { 5: 2, 6: 1 }, 65_538],
    ['i32', 'hi', { 5: 0xffff, 6: 0xffff }, -1],
    ['i32', 'lo', { 5: 0xfffe, 6: 0xffff }, -2],
    ['u64', 'hi', { 5: 0, 6: 1, 7: 0, 8: 3 }, 4_294_967_299],
    ['f32', 'hi', { 5: 0x3fc0, 6: 0 }, 1.5],
  ] as const)('%s with its %s word first', (type, wordOrder, words, value) => {
    const profile = made([{ key: 'ac.power', addr: 5, type, wordOrder }]);
    expect(decodePoints(profile, imageOf(words)).values).toEqual({ 'ac.power': value });
  });

  test('value = (raw - offset) * scale, without decimal noise', () => {
    const profile = made([{ key: 'temp.inverter', addr: 1, type: 'u16', rawOffset: 1000, scale: 0.1 }]);
    expect(decodePoints(profile, imageOf({ 1: 1353 })).values).toEqual({ 'temp.inverter': 35.3 });
  });

  test('what is not implemented, out of range, not a number or not read is absent', () => {
    const profile = made([
      { key: 'pv1.voltage', addr: 1, type: 'u16', na: [0xffff] },
      { key: 'battery.soc', addr: 2, type: 'u16', valid: [0, 100] },
      { key: 'ac.power', addr: 3, type: 'f32' },
      { key: 'dc.power', addr: 9, type: 'u16' },
    ]);
    const words = { 1: 0xffff, 2: 101, 3: 0x7f80, 4: 0 };
    expect(decodePoints(profile, imageOf(words)).values).toEqual({});
  });

  test('a code the profile does not map is no state', () => {
    const profile = made([{ key: 'state', addr: 1, type: 'u16', map: { 2: 3 } }]);
    expect(decodePoints(profile, imageOf({ 1: 2 })).values).toEqual({ state: 3 });
    expect(decodePoints(profile, imageOf({ 1: 7 })).values).toEqual({});
  });

  test('a point with a condition is there only while it holds', () => {
    const profile = made([
      { key: 'battery.voltage', addr: 1, type: 'u16' },
      { key: 'battery.soc', addr: 2, type: 'u16', when: { point: 'battery.voltage', op: 'gt', value: 10 } },
    ]);
    expect(decodePoints(profile, imageOf({ 1: 48, 2: 70 })).values).toHaveProperty(['battery.soc'], 70);
    expect(decodePoints(profile, imageOf({ 1: 0, 2: 70 })).values).not.toHaveProperty(['battery.soc']);
  });

  test.each([
    ['lt', 4, true],
    ['eq', 5, true],
    ['ne', 5, false],
  ] as const)('conditions compare: %s', (op, raw, there) => {
    const profile = made([
      { key: 'state', addr: 1, type: 'u16' },
      { key: 'ac.power', addr: 2, type: 'u16', when: { point: 'state', op, value: 5 } },
    ]);
    expect('ac.power' in decodePoints(profile, imageOf({ 1: raw, 2: 9 })).values).toBe(there);
  });

  const classed = made([
    { key: 'battery.power', addr: 8, type: 'i16', scaleBy: { addr: 0, map: { 5: 1, 6: 10 } } },
  ]);

  test('a factor is told by the model, and an unknown model gives no value', () => {
    expect(decodePoints(classed, imageOf({ 0: 5, 8: 120 })).values).toEqual({ 'battery.power': 120 });
    expect(decodePoints(classed, imageOf({ 0: 6, 8: 120 })).values).toEqual({ 'battery.power': 1200 });
    expect(decodePoints(classed, imageOf({ 0: 9, 8: 120 })).values).toEqual({});
    expect(decodePoints(classed, imageOf({ 8: 120 })).values).toEqual({});
  });

  test('encoding follows the model in the image, or names the first one', () => {
    const high = imageOf({ 0: 6 });
    encodePoints(classed, { values: { 'battery.power': 1200 }, texts: {} }, high);
    expect(high.get(3, 8)).toBe(120);
    const fresh = new RegisterImage();
    encodePoints(classed, { values: { 'battery.power': 1200 }, texts: {} }, fresh);
    expect([fresh.get(3, 0), fresh.get(3, 8)]).toEqual([5, 1200]);
  });

  test.each([
    ['u16', -5, 0],
    ['u16', 70_000, 65_535],
    ['i16', -40_000, -32_768],
    ['u32', 5e9, 4_294_967_295],
  ] as const)('a value too large for its register is the largest it holds: %s', (type, value, held) => {
    const profile = made([{ key: 'ac.power', addr: 1, type }]);
    const image = new RegisterImage();
    encodePoints(profile, { values: { 'ac.power': value }, texts: {} }, image);
    expect(decodePoints(profile, image).values).toEqual({ 'ac.power': held });
  });

  test('a magnitude takes its sign from another register', () => {
    const profile = made([
      { key: 'battery.power', addr: 1, type: 'i32', signBy: { addr: 4, negativeWhen: 0 } },
    ]);
    expect(decodePoints(profile, imageOf({ 1: 0, 2: 900, 4: 0 })).values).toEqual({ 'battery.power': -900 });
    expect(decodePoints(profile, imageOf({ 1: 0, 2: 900, 4: 1 })).values).toEqual({ 'battery.power': 900 });
    expect(decodePoints(profile, imageOf({ 1: 0, 2: 900 })).values).toEqual({});
  });

  test('derived points: a sum of what is there, a product of all or nothing', () => {
    const profile = made(
      [
        { key: 'pv1.voltage', addr: 1, type: 'u16', scale: 0.1 },
        { key: 'pv1.current', addr: 2, type: 'u16', scale: 0.1 },
        { key: 'pv2.power', addr: 9, type: 'u16' },
      ],
      {
        derived: [
          { key: 'pv1.power', op: 'product', of: ['pv1.voltage', 'pv1.current'] },
          { key: 'dc.power', op: 'sum', of: ['pv1.power', 'pv2.power'] },
        ],
      },
    );
    const values = decodePoints(profile, imageOf({ 1: 3331, 2: 33 })).values;
    expect(values['pv1.power']).toBe(1099.23);
    expect(values['dc.power']).toBe(1099.23);
    expect(decodePoints(profile, imageOf({ 1: 3331 })).values).not.toHaveProperty(['pv1.power']);
  });

  test.each([3, 6])('a clock in %i registers', (count) => {
    const profile = made([{ key: 'clock', addr: 2, type: 'datetime', count }]);
    const image = new RegisterImage();
    encodePoints(profile, { values: {}, texts: { clock: '2031-02-28 23:59:07' } }, image);
    expect(decodePoints(profile, image).texts).toEqual({ clock: '2031-02-28 23:59:07' });
    image.set(3, count === 3 ? 3 : 4, 0xffff);
    expect(decodePoints(profile, image).texts).toEqual({});
  });
});

describe('read plans', () => {
  const groups = ['fast'] as const;
  const spans = (profile: Profile) => planReads(profile, { groups }).map(({ addr, count }) => [addr, count]);

  test('a point is never split over two reads', () => {
    const counters = [0, 2, 4, 6, 8, 10].map((addr, index) => ({
      key: `custom.c${index}`,
      addr: addr + 1,
      type: 'u32' as const,
    }));
    const odd = made([{ key: 'ac.power', addr: 0, type: 'u16' }, ...counters]);
    expect(spans(odd)).toEqual([
      [0, 9],
      [9, 4],
    ]);
  });

  test('small gaps are read over, wide ones are not', () => {
    const profile = made([
      { key: 'a', addr: 10, type: 'u16' },
      { key: 'b', addr: 13, type: 'u16' },
      { key: 'c', addr: 17, type: 'u16' },
    ]);
    expect(spans(profile)).toEqual([
      [10, 4],
      [17, 1],
    ]);
  });

  test('scattered words, signs and factors are fetched with their point', () => {
    const profile = made([
      { key: 'a', addr: 20, highAddr: 60, type: 'i32' },
      { key: 'b', addr: 30, type: 'u16', signBy: { addr: 40, negativeWhen: 1 } },
      { key: 'c', addr: 31, type: 'u16', scaleBy: { addr: 0, map: { 1: 1 } } },
    ]);
    expect(spans(profile)).toEqual([
      [0, 1],
      [20, 1],
      [30, 2],
      [40, 1],
      [60, 1],
    ]);
  });

  test('groups and functions are kept apart', () => {
    const profile = made([
      { key: 'a', addr: 1, type: 'u16' },
      { key: 'b', addr: 2, type: 'u16', fn: 4 },
      { key: 'c', addr: 3, type: 'u16', group: 'slow' },
    ]);
    expect(planReads(profile, { groups, slave: 7 })).toEqual([
      { slave: 7, fn: 3, addr: 1, count: 1 },
      { slave: 7, fn: 4, addr: 2, count: 1 },
    ]);
  });
});

describe('a profile is refused', () => {
  test.each<[string, ProfileInput['points']]>([
    ['ac.power: named twice', [1, 2].map((addr) => ({ key: 'ac.power', addr, type: 'u16' as const }))],
    [
      'pv1.voltage does not stand before it',
      [{ key: 'a', addr: 1, type: 'u16', when: { point: 'pv1.voltage', op: 'gt', value: 1 } }],
    ],
    ['longer than one read', [{ key: 'serialNumber', addr: 1, type: 'ascii', count: 11 }]],
    ['a clock has 3 or 6 registers', [{ key: 'clock', addr: 1, type: 'datetime', count: 4 }]],
    ['addr', [{ key: 'a', addr: 70_000, type: 'u16' }]],
  ])('%s', (message, points) => {
    expect(() => made(points)).toThrow(message);
  });
});

const START = {
  group: 'schedule',
  fn: 16,
  min: 0,
  step: 1,
  unit: '',
  confirm: 'readback',
  risk: 'low',
} as const;

describe('writes', () => {
  const profile = made([], {
    writes: [
      {
        key: 'limit.power',
        group: 'export',
        fn: 16,
        addr: 40,
        type: 'u16',
        scale: 0.1,
        min: 0,
        max: 100,
        step: 0.5,
        unit: '%',
        confirm: 'readback',
        risk: 'grid',
      },
      { ...START, key: 'start', addr: 148, type: 'hhmm', max: 1439 },
      { ...START, key: 'mode', addr: 146, type: 'u16', max: 2, choices: { 0: 'one', 2: 'two' } },
    ],
  });

  test('become a request in raw units', () => {
    expect(planWrite(profile, { key: 'limit.power', value: 62.5, slave: 3 })).toEqual({
      slave: 3,
      fn: 16,
      addr: 40,
      words: [625],
    });
  });

  test('hold a time as decimal digits and a choice as its number, and are read as they are written', () => {
    for (const [key, value, word] of [
      ['start', 485, 805],
      ['start', 1439, 2359],
      ['mode', 2, 2],
    ] as const) {
      expect(planWrite(profile, { key, value }).words).toEqual([word]);
      expect(
        parameterValue(
          profile.writes.find((each) => each.key === key)!,
          word,
        ),
      ).toBe(value);
    }
    expect(parameterValue({ type: 'hhmm', scale: 1 }, 1275)).toBeUndefined();
    expect(parameterValue({ type: 'i16', scale: 0.1 }, 0xffff)).toBe(-0.1);
  });

  test('are read together where they stand together', () => {
    expect(planParameterReads(profile, { keys: ['mode', 'start', 'limit.power'], slave: 2 })).toEqual([
      { read: { slave: 2, fn: 3, addr: 40, count: 1 }, keys: ['limit.power'] },
      { read: { slave: 2, fn: 3, addr: 146, count: 3 }, keys: ['mode', 'start'] },
    ]);
  });

  test.each([
    ['unknown-key', 'work.mode', 1],
    ['out-of-range', 'limit.power', 100.5],
    ['out-of-range', 'limit.power', Number.NaN],
    ['off-step', 'limit.power', 50.3],
    ['no-choice', 'mode', 1],
    ['out-of-range', 'start', 1440],
  ])('are refused: %s', (reason, key, value) => {
    expect(() => planWrite(profile, { key, value })).toThrow(expect.objectContaining({ reason }));
  });
});
