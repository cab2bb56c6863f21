import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodePoints } from '../profile/decode.ts';
import { RegisterImage } from '../profile/register-image.ts';
import { profileById, PROFILES } from './index.ts';

type Known = readonly [key: string, registers: Readonly<Record<number, number>>, value: number];

/** Raw registers as the makers' tables number them, and what they mean: a wrong address or word order fails here. */
const DEYE_STRING: Known[] = [
  ['state', { 59: 2 }, 3],
  ['energy.day', { 60: 123 }, 12.3],
  ['energy.total', { 63: 0x0001, 64: 0x0002 }, 13_107.3],
  ['ac.l1.voltage', { 73: 2304 }, 230.4],
  ['ac.frequency', { 79: 4998 }, 49.98],
  ['ac.power', { 86: 0x86a0, 87: 0x0001 }, 10_000],
  ['temp.inverter', { 91: 1353 }, 35.3],
  ['temp.inverter', { 91: 950 }, -5],
  ['pv1.voltage', { 109: 6012 }, 601.2],
  ['pv4.current', { 116: 87 }, 8.7],
];

const DEYE_HYBRID: Known[] = [
  ['state', { 500: 4 }, 4],
  ['energy.day', { 529: 200 }, 20],
  ['energy.total', { 534: 0x0001, 535: 0x0001 }, 6553.7],
  ['temp.inverter', { 541: 1400 }, 40],
  ['battery.soc', { 588: 77 }, 77],
  ['battery.power', { 0: 5, 590: 0xff38 }, -200],
  ['battery.power', { 0: 6, 590: 0xff38 }, -2000],
  ['battery.voltage', { 0: 0x0500, 587: 5213 }, 52.13],
  ['battery.voltage', { 0: 0x0600, 587: 5213 }, 521.3],
  ['ac.l1.voltage', { 598: 2312 }, 231.2],
  ['ac.frequency', { 609: 5001 }, 50.01],
  ['grid.power', { 625: 0xfc18, 690: 0xffff }, -1000],
  ['ac.power', { 636: 0x1170, 694: 1 }, 70_000],
  ['load.power', { 653: 800, 659: 0 }, 800],
  ['pv1.power', { 0: 5, 672: 4200 }, 4200],
  ['pv1.voltage', { 676: 5501 }, 550.1],
  ['pv1.current', { 677: 76 }, 7.6],
];

const SOFAR_G3: Known[] = [
  ['state', { 0x0404: 2 }, 3],
  ['state', { 0x0404: 4 }, 4],
  ['state', { 0x0404: 5 }, 8],
  ['temp.inverter', { 0x0418: 41 }, 41],
  ['ac.frequency', { 0x0484: 5003 }, 50.03],
  ['ac.power', { 0x0485: 812 }, 8120],
  ['ac.l1.voltage', { 0x048d: 2301 }, 230.1],
  ['ac.l3.current', { 1188: 1170 }, 11.7],
  ['pv1.voltage', { 1412: 6011 }, 601.1],
  ['pv1.current', { 1413: 733 }, 7.33],
  ['pv2.power', { 1417: 401 }, 4010],
  ['energy.day', { 0x0684: 0, 0x0685: 3215 }, 32.15],
  ['energy.total', { 0x0686: 1, 0x0687: 0 }, 6553.6],
  ['battery.power', { 1540: 4000, 1542: 120 }, -1200],
  ['fault.w1', { 1029: 0x0001, 1030: 0x8000 }, 0x8000_0001],
];

const SOFAR_STRING: Known[] = [
  ['pv1.voltage', { 6: 3501 }, 350.1],
  ['pv1.current', { 7: 812 }, 8.12],
  ['ac.power', { 12: 301 }, 3010],
  ['ac.frequency', { 14: 5000 }, 50],
  ['ac.l1.voltage', { 15: 2311 }, 231.1],
  ['energy.total', { 21: 1, 22: 2 }, 65_538],
  ['energy.day', { 25: 1234 }, 12.34],
];

const SOLIS: Known[] = [
  ['energy.total', { 33_029: 0, 33_030: 4321 }, 4321],
  ['energy.day', { 33_035: 87 }, 8.7],
  ['pv1.voltage', { 33_049: 3104 }, 310.4],
  ['dc.power', { 33_057: 1, 33_058: 0 }, 65_536],
  ['ac.l1.voltage', { 33_073: 2298 }, 229.8],
  ['ac.power', { 33_079: 0xffff, 33_080: 0xff9c }, -100],
  ['temp.inverter', { 33_093: 455 }, 45.5],
  ['ac.frequency', { 33_094: 4999 }, 49.99],
  ['state', { 33_095: 3 }, 3],
  ['state', { 33_095: 0x1015 }, 1],
  ['state', { 33_095: 0x1032 }, 4],
  ['battery.soc', { 33_139: 55 }, 55],
  ['battery.power', { 33_135: 0, 33_149: 0, 33_150: 1500 }, -1500],
  ['battery.power', { 33_135: 1, 33_149: 0, 33_150: 1500 }, 1500],
  ['grid.power', { 33_257: 0, 33_258: 2000 }, -2000],
];

const DEYE_MICRO: Known[] = [
  ['ac.power', { 86: 1658, 87: 0 }, 165.8],
  ['ac.l1.voltage', { 73: 2320 }, 232],
  ['pv2.voltage', { 111: 278 }, 27.8],
];

const TSUN: Known[] = [
  ['ac.power', { 12_303: 1658 }, 165.8],
  ['temp.inverter', { 12_300: 54 }, 14],
  ['energy.total', { 12_317: 0, 12_318: 10_136 }, 101.36],
];

const SUNFLEET: Known[] = [
  ['ac.power', { 0xf020: 1, 0xf021: 0 }, 65_536],
  ['energy.day', { 0xf022: 0, 0xf023: 1234 }, 12.34],
  ['energy.total', { 0xf024: 0, 0xf025: 45_678 }, 4567.8],
  ['ac.l1.voltage', { 0xf026: 2304 }, 230.4],
  ['ac.frequency', { 0xf027: 4998 }, 49.98],
];

const METER: Known[] = [
  ['meter.l1.voltage', { 1: 2301 }, 230.1],
  ['meter.l1.current', { 7: 0, 8: 5012 }, 5.012],
  ['meter.power', { 13: 0xffff, 14: 0xff38 }, -200],
  ['meter.l3.power', { 19: 0, 20: 901 }, 901],
  ['meter.frequency', { 41: 5002 }, 50.02],
  ['meter.energy.import', { 42: 1, 43: 0 }, 655.36],
  ['meter.energy.export', { 52: 0, 53: 250 }, 2.5],
];

const KNOWN: readonly (readonly [profile: string, known: readonly Known[]])[] = [
  ['deye-string', DEYE_STRING],
  ['deye-hybrid-3p', DEYE_HYBRID],
  ['deye-micro', DEYE_MICRO],
  ['sofar-g3', SOFAR_G3],
  ['sofar-ktlx', SOFAR_STRING],
  ['solis-hybrid', SOLIS],
  ['tsun-micro', TSUN],
  ['meter-dtsd422', METER],
  ['sunfleet-modbus', SUNFLEET],
];

test('every profile has known registers; SunSpec devices describe their own', () => {
  const fixed = PROFILES.filter(({ sunspec }) => !sunspec).map(({ id }) => id);
  expect(KNOWN.map(([id]) => id).toSorted()).toEqual(fixed.toSorted());
});

test('the page about connecting devices names every brand', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../../docs/devices.md'), 'utf8');
  const unnamed = PROFILES.filter(({ brand }) => !page.includes(brand));
  expect(unnamed.map(({ id, brand }) => [id, brand])).toEqual([]);
});

describe.each(KNOWN)('%s', (id, known) => {
  const profile = profileById(id)!;

  test.each(known)('%s', (key, registers, value) => {
    const image = new RegisterImage();
    for (const [addr, word] of Object.entries(registers)) image.set(profile.modbus.fn, Number(addr), word);
    expect(decodePoints(profile, image).values[key]).toBe(value);
  });
});

test('a Sofar without a battery says nothing of one', () => {
  const image = new RegisterImage();
  image.load(3, 1540, new Uint16Array(7));
  image.load(3, 1684, new Uint16Array(8));
  const keys = Object.keys(decodePoints(profileById('sofar-g3')!, image).values);
  expect(keys.filter((key) => /battery|charge/.test(key))).toEqual([]);
});
