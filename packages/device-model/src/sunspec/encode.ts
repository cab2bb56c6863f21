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
  const { repeating } = SUNSPEC_MODELS[block.model]!;
  const count = repeating ? Math.floor((block.length + 2 - repeating.at) / repeating.words) : 0;
  if (block.model === 160) image.set(3, block.addr + 8, count);
  const placed = placedPoints(block, count).map((each) => ({ ...each, value: values[each.key] }));
  const exponents = exponentsOf(placed);
  for (const { point, addr, value } of placed) {
    const exponent = typeof point.sf === 'number' ? exponents.get(point.sf)! : (point.sf?.exp ?? 0);
    if (typeof point.sf === 'number') image.set(3, block.addr + point.sf, exponent & 0xffff);
    putPoint(image, { point, addr, raw: value === undefined ? undefined : rawFor(point, value, exponent) });
  }
}

interface Placed {
  point: SunSpecPoint;
  addr: number;
  key: string;
}

/** Points of a model with their addresses, those of repeated blocks numbered. */
function placedPoints(block: SunSpecBlock, count: number): Placed[] {
  const { points, repeating } = SUNSPEC_MODELS[block.model]!;
  const fixed = points.map((point) => ({ point, addr: block.addr + point.off, key: point.key }));
  const blocks = Array.from({ length: repeating ? count : 0 }, (_, index) => index);
  const repeated = blocks.flatMap((index) =>
    repeating!.points.map((point) => ({
      point,
      addr: block.addr + repeating!.at + index * repeating!.words + point.off,
      key: point.key.replace('#', String(index + 1)),
    })),
  );
  return [...fixed, ...repeated];
}

/** Scale factors by their offset: fine enough for the quantity, and coarse enough for the largest value that shares it. */
function exponentsOf(placed: readonly (Placed & { value: number | undefined })[]): Map<number, number> {
  const exponents = new Map<number, number>();
  for (const { point, key, value } of placed) {
    if (typeof point.sf !== 'number') continue;
    const usual = EXPONENTS.find(([pattern]) => pattern.test(key))?.[1] ?? 0;
    const size = Math.abs((value ?? 0) / (point.factor ?? 1));
    const needed = size > 0 ? Math.ceil(Math.log10(size / LARGEST[point.type])) : usual;
    exponents.set(point.sf, Math.max(exponents.get(point.sf) ?? usual, usual, needed));
  }
  return exponents;
}

/** Largest raw value of each type that has a scale factor. */
const LARGEST: Readonly<Record<SunSpecPoint['type'], number>> = {
  u16: 65_534,
  i16: 32_767,
  u32: 4_294_967_294,
  i32: 2_147_483_647,
  acc32: 4_294_967_295,
  f32: 3e38,
  enum16: 65_534,
  bits32: 4_294_967_294,
};

const view = new DataView(new ArrayBuffer(4));

function putPoint(
  image: RegisterImage,
  { point, addr, raw }: { point: SunSpecPoint; addr: number; raw: number | undefined },
): void {
  if (point.type === 'u16' || point.type === 'enum16') return image.set(3, addr, raw ?? 0xffff);
  if (point.type === 'i16') return image.set(3, addr, raw ?? 0x8000);
  if (point.type === 'f32') view.setFloat32(0, raw ?? Number.NaN);
  else view.setUint32(0, (raw ?? missing(point.type)) >>> 0);
  return image.load(3, addr, [view.getUint16(0), view.getUint16(2)]);
}

/** What a device holds where it has no value of 32 bits. */
function missing(type: SunSpecPoint['type']): number {
  if (type === 'acc32') return 0;
  return type === 'i32' ? 0x8000_0000 : 0xffff_ffff;
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
