import { describe, expect, test } from 'vitest';
import { pointByKey } from '../catalogue/points.ts';
import { decodePoints } from '../profile/decode.ts';
import { planReads, readSteps } from '../profile/plan-reads.ts';
import { RegisterImage } from '../profile/register-image.ts';
import { profileById } from '../profiles/index.ts';
import { nextSunSpecRead, sunSpecChain } from './chain.ts';
import { encodeSunSpec, type SunSpecLayout } from './encode.ts';

const profile = profileById('sunspec-inverter')!;
const LAYOUT: SunSpecLayout = [{ model: 103 }, { model: 120 }, { model: 160, blocks: 2 }];
const VALUES = { 'ac.power': 4210, 'energy.total': 812.34, state: 3, 'pv2.voltage': 600.1 };

function device(values: Record<string, number> = VALUES): RegisterImage {
  const image = new RegisterImage();
  encodeSunSpec({ values, texts: { model: 'X1' } }, LAYOUT, image);
  return image;
}

/** Reads as a gateway does; `refuses` says which reads the device answers with an exception. */
function readAll(source: RegisterImage, refuses: (addr: number) => boolean = () => false) {
  const image = new RegisterImage();
  const asked: number[] = [];
  for (const { fn, addr, count } of readSteps(profile, { groups: ['fast'], image })) {
    asked.push(addr);
    if (!refuses(addr)) image.load(fn, addr, source.read(fn, addr, count) ?? new Uint16Array(count));
  }
  return { image, asked };
}

describe('discovery', () => {
  test('walks the chain head by head, then reads the models the platform knows', () => {
    const { image, asked } = readAll(device());
    expect(sunSpecChain(image, 3).map(({ model }) => model)).toEqual([1, 103, 120, 160]);
    expect(decodePoints(profile, image).values).toEqual(VALUES);
    // Marker with the first head, three more heads, the end; then models 1, 103 and 160.
    expect(asked).toHaveLength(5 + 3);
  });

  test('tries the other places where maps start, and gives up without one', () => {
    const { image, asked } = readAll(new RegisterImage());
    expect(sunSpecChain(image, 3)).toEqual([]);
    expect(decodePoints(profile, image).values).toEqual({});
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test('a device that refuses registers behind its map, or all of them, is not asked for ever', () => {
    const whole = device();
    const end = sunSpecChain(whole, 3).at(-1)!;
    const { image } = readAll(whole, (addr) => addr >= end.addr + 2 + end.length);
    expect(decodePoints(profile, image).values).toEqual(VALUES);
    expect(readAll(whole, () => true).asked).toEqual([40_000, 50_000, 0, 39_999, 40_001]);
  });

  test('devices with fixed registers are read by their plan', () => {
    const fixed = profileById('deye-string')!;
    const image = new RegisterImage();
    const groups = ['fast', 'once'] as const;
    expect([...readSteps(fixed, { groups, image, slave: 4 })]).toEqual(
      planReads(fixed, { groups, slave: 4 }),
    );
  });

  test('a map that starts elsewhere is found', () => {
    const image = new RegisterImage();
    image.load(3, 50_000, [0x5375, 0x6e53, 1, 66]);
    expect(sunSpecChain(image, 3)).toEqual([{ model: 1, addr: 50_002, length: 66 }]);
    expect(nextSunSpecRead(image, 3)).toEqual({ addr: 50_070, count: 2 });
  });

  test('without an image the usual range is read whole, in the largest steps', () => {
    const reads = planReads(profile, { groups: ['fast'] });
    expect(reads.map(({ count }) => count)).toEqual([125, 125, 125, 125]);
    expect(reads[0]).toMatchObject({ addr: 40_000, fn: 3 });
  });

  test('a table of three thousand trackers is read and taken as far as the catalogue goes', () => {
    const source = new RegisterImage();
    const blocks = 3000;
    source.load(3, 40_000, [
      0x5375,
      0x6e53,
      160,
      8 + 20 * blocks,
      ...Array.from({ length: 8 + 20 * blocks }, () => 7),
    ]);
    source.load(3, 40_012 + 20 * blocks, [0xffff, 0]);
    const { image, asked } = readAll(source);
    const keys = Object.keys(decodePoints(profile, image).values);
    expect(keys).toContain('pv24.power');
    expect(keys.filter((key) => !pointByKey(key))).toEqual([]);
    expect(asked.length).toBeLessThan(10);
  });

  test('a chain that never ends is left', () => {
    const image = new RegisterImage();
    image.load(3, 40_000, [0x5375, 0x6e53]);
    for (let addr = 40_002; addr < 41_000; addr += 2) image.load(3, addr, [300, 0]);
    expect(sunSpecChain(image, 3).length).toBeLessThan(100);
    expect(nextSunSpecRead(image, 3)).toBeUndefined();
  });
});

describe('values', () => {
  test('a model shorter than the standard gives no values from its neighbour', () => {
    const image = new RegisterImage();
    image.load(3, 40_000, [0x5375, 0x6e53, 103, 14, ...Array.from({ length: 14 }, () => 7), 0xffff, 0]);
    const { values } = decodePoints(profile, image);
    expect(values).not.toHaveProperty(['ac.frequency']);
    expect(values).not.toHaveProperty('state');
  });

  test('a scale factor that is not implemented or absurd gives no value', () => {
    const image = device();
    const inverter = sunSpecChain(image, 3).find(({ model }) => model === 103)!;
    for (const factor of [0x8000, 30]) {
      image.set(3, inverter.addr + 15, factor);
      expect(decodePoints(profile, image).values).not.toHaveProperty(['ac.power']);
    }
  });

  test('a plant too large for the usual steps is held in coarser ones', () => {
    const big = { 'ac.power': 1_250_000, 'energy.total': 91_000_000, 'ac.l1.current': 1204.5 };
    const { values } = decodePoints(profile, device(big));
    for (const [key, value] of Object.entries(big)) expect(values[key]! / value).toBeCloseTo(1, 3);
  });

  test('an event word names its faults', () => {
    const image = device({ ...VALUES, 'fault.w1': 0b1000_0001 });
    expect(decodePoints(profile, image).values['fault.w1']).toBe(129);
  });
});
