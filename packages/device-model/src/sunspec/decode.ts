import { MAX_MPPT } from '../catalogue/points.ts';
import type { DecodedPoints } from '../profile/decoded-points.ts';
import type { RegisterImage } from '../profile/register-image.ts';
import { sunSpecChain, type SunSpecBlock } from './chain.ts';
import { SUNSPEC_MODELS, type SunSpecPoint } from './models.ts';

/** Raw values that mean "not implemented". An accumulator of 0 has never counted, or does not exist. */
const NOT_IMPLEMENTED: Readonly<Record<SunSpecPoint['type'], number>> = {
  u16: 0xffff,
  i16: -0x8000,
  u32: 0xff_ff_ff_ff,
  i32: -0x80_00_00_00,
  acc32: 0,
  f32: Number.NaN,
  enum16: 0xffff,
  bits32: 0xff_ff_ff_ff,
};
const NO_SCALE = -0x8000;

interface Source {
  image: RegisterImage;
  fn: 3 | 4;
  block: SunSpecBlock;
}

/** Values of a SunSpec device by canonical key, with every model of its chain that the platform knows. */
export function decodeSunSpec(image: RegisterImage, fn: 3 | 4): DecodedPoints {
  const result: DecodedPoints = { values: {}, texts: {} };
  for (const block of sunSpecChain(image, fn)) {
    const source = { image, fn, block };
    if (block.model === 1) Object.assign(result.texts, commonTexts(source));
    const model = SUNSPEC_MODELS[block.model];
    if (!model) continue;
    for (const point of model.points) put(result, point.key, valueOf(source, point, block.addr));
    const { repeating } = model;
    if (!repeating) continue;
    // A table may name three thousand trackers; beyond those of the catalogue each would be three points of its own.
    const count = Math.min(MAX_MPPT, Math.floor((block.length + 2 - repeating.at) / repeating.words));
    for (let index = 0; index < count; index += 1) {
      const from = block.addr + repeating.at + index * repeating.words;
      for (const point of repeating.points) {
        put(result, point.key.replace('#', String(index + 1)), valueOf(source, point, from));
      }
    }
  }
  return result;
}

function put(result: DecodedPoints, key: string, value: number | undefined): void {
  if (value !== undefined && result.values[key] === undefined) result.values[key] = value;
}

function valueOf(source: Source, point: SunSpecPoint, from: number): number | undefined {
  const { block } = source;
  if (from + point.off >= block.addr + block.length + 2) return undefined;
  const raw = rawAt(source, point.type, from + point.off);
  if (raw === undefined || !Number.isFinite(raw) || raw === NOT_IMPLEMENTED[point.type]) return undefined;
  if (point.map) return point.map[raw];
  const exponent = exponentOf(source, point);
  if (exponent === undefined) return undefined;
  return Number((raw * 10 ** exponent * (point.factor ?? 1)).toPrecision(12));
}

function exponentOf({ image, fn, block }: Source, point: SunSpecPoint): number | undefined {
  if (point.sf === undefined) return 0;
  if (typeof point.sf === 'object') return point.sf.exp;
  const word = image.get(fn, block.addr + point.sf);
  const exponent = word === undefined ? undefined : toSigned(word);
  return exponent === NO_SCALE || exponent === undefined || Math.abs(exponent) > 10 ? undefined : exponent;
}

const view = new DataView(new ArrayBuffer(4));

function rawAt({ image, fn }: Source, type: SunSpecPoint['type'], addr: number): number | undefined {
  const high = image.get(fn, addr);
  if (high === undefined) return undefined;
  if (type === 'u16' || type === 'enum16') return high;
  if (type === 'i16') return toSigned(high);
  const low = image.get(fn, addr + 1);
  if (low === undefined) return undefined;
  view.setUint16(0, high);
  view.setUint16(2, low);
  if (type === 'f32') return view.getFloat32(0);
  return type === 'i32' ? view.getInt32(0) : view.getUint32(0);
}

function toSigned(word: number): number {
  return word > 0x7fff ? word - 0x1_0000 : word;
}

function commonTexts({ image, fn, block }: Source): Record<string, string> {
  const text = (off: number, words: number) => {
    let result = '';
    for (let index = 0; index < words; index += 1) {
      const word = image.get(fn, block.addr + off + index) ?? 0;
      for (const code of [word >>> 8, word & 0xff])
        if (code >= 0x20 && code < 0x7f) result += String.fromCharCode(code);
    }
    return result.trim();
  };
  return {
    manufacturer: text(2, 16),
    model: text(18, 16),
    firmware: text(42, 8),
    serialNumber: text(50, 16),
  };
}
