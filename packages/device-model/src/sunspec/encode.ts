import type { DecodedPoints } from '../profile/decoded-points.ts';
import type { RegisterImage } from '../profile/register-image.ts';
import { layChain, type SunSpecBlock } from './chain.ts';
import { SUNSPEC_MODELS, type SunSpecPoint } from './models.ts';

/** A device's model chain: numbers, and how often a repeated block stands in each. */
export type SunSpecLayout = readonly { model: number; blocks?: number }[];

/** Scale factors a simulated device uses: enough digits for each quantity. */
const EXPONENTS: readonly [pattern: RegExp, exponent: number][] = [
  [/energy/, 1],
  [/^ac\.(power|apparent|reactive)$|^dc\.power$|^meter.*power$/, 1],
  [/current/, -2],
  [/frequency/, -2],
  [/voltage|temp|soc|soh/, -1],
  [/powerFactor/, -1],
];

/** Writes a SunSpec map with the values, as a device would hold it. */
export function encodeSunSpec(points: DecodedPoints, layout: SunSpecLayout, image: RegisterImage): void {
  const models = [
    { model: 1, length: 66 },
    ...layout.map(({ model, blocks }) => ({ model, length: bodyLength(model, blocks ?? 0) })),
  ];
  for (const block of layChain(image, models)) {
    if (block.model === 1) putCommon(image, block, points.texts);
    else putModel(image, block, points.values);
  }
}

function bodyLength(model: number, blocks: number): number {
  const { length, repeating } = SUNSPEC_MODELS[model]!;
  return length + (repeating ? blocks * repeating.words : 0);
}

function putModel(image: RegisterImage, block: SunSpecBlock, values: Readonly<Record<string, number>>): void {
  const { points, repeating } = SUNSPEC_MODELS[block.model]!;
  for (const point of points) putPoint({ image, block, from: block.addr }, point, values[point.key]);
  if (!repeating) return;
  const count = Math.floor((block.length + 2 - repeating.at) / repeating.words);
  if (block.model === 160) image.set(3, block.addr + 8, count);
  for (let index = 0; index < count; index += 1) {
    const from = block.addr + repeating.at + index * repeating.words;
    for (const point of repeating.points) {
      putPoint({ image, block, from }, point, values[point.key.replace('#', String(index + 1))]);
    }
  }
}

interface Target {
  image: RegisterImage;
  block: SunSpecBlock;
  from: number;
}

const view = new DataView(new ArrayBuffer(4));

function putPoint({ image, block, from }: Target, point: SunSpecPoint, value: number | undefined): void {
  const exponent = exponentFor(point);
  if (typeof point.sf === 'number') image.set(3, block.addr + point.sf, exponent & 0xffff);
  const addr = from + point.off;
  const raw = value === undefined ? undefined : rawFor(point, value, exponent);
  if (point.type === 'f32') view.setFloat32(0, raw ?? Number.NaN);
  else if (point.type === 'u16' || point.type === 'enum16') return image.set(3, addr, raw ?? 0xffff);
  else if (point.type === 'i16') return image.set(3, addr, raw ?? 0x8000);
  else view.setUint32(0, (raw ?? (point.type === 'acc32' ? 0 : 0xff_ff_ff_ff)) >>> 0);
  image.load(3, addr, [view.getUint16(0), view.getUint16(2)]);
  return undefined;
}

function exponentFor(point: SunSpecPoint): number {
  if (point.sf === undefined) return 0;
  if (typeof point.sf === 'object') return point.sf.exp;
  return EXPONENTS.find(([pattern]) => pattern.test(point.key))?.[1] ?? 0;
}

function rawFor(point: SunSpecPoint, value: number, exponent: number): number {
  if (point.map)
    return Number(Object.entries(point.map).find(([, mapped]) => mapped === value)?.[0] ?? 0xffff);
  const raw = value / (point.factor ?? 1) / 10 ** exponent;
  return point.type === 'f32' ? raw : Math.round(raw);
}

function putCommon(image: RegisterImage, block: SunSpecBlock, texts: Readonly<Record<string, string>>): void {
  const put = (off: number, words: number, text = '') => {
    for (let index = 0; index < words; index += 1) {
      const word = ((text.charCodeAt(2 * index) || 0) << 8) | (text.charCodeAt(2 * index + 1) || 0);
      image.set(3, block.addr + off + index, word);
    }
  };
  put(2, 16, texts.manufacturer);
  put(18, 16, texts.model);
  put(42, 8, texts.firmware);
  put(50, 16, texts.serialNumber);
}
