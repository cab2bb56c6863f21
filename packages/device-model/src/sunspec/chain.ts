import type { RegisterImage } from '../profile/register-image.ts';

/** Where SunSpec maps start; the first is by far the usual one. */
export const SUNSPEC_BASE = 40_000;
const BASES = [SUNSPEC_BASE, 50_000, 0, SUNSPEC_BASE - 1, SUNSPEC_BASE + 1];
/** "SunS" */
const MARKER = [0x5375, 0x6e53] as const;
const END = 0xffff;
const MOST_MODELS = 64;

export interface SunSpecBlock {
  model: number;
  /** Address of the model's ID. */
  addr: number;
  /** Words of the body. */
  length: number;
}

interface Walk {
  blocks: SunSpecBlock[];
  /** Registers whose content decides how to go on; undefined: the end is reached, or there is no map. */
  next: { addr: number; count: number } | undefined;
}

/** Walks the chain of models from the marker as far as the image knows it. */
function walk(image: RegisterImage, fn: 3 | 4): Walk {
  const base = BASES.find((addr) => hasMarker(image, fn, addr));
  if (base === undefined) {
    const unread = BASES.find((addr) => image.get(fn, addr) === undefined);
    return { blocks: [], next: unread === undefined ? undefined : { addr: unread, count: 4 } };
  }
  const blocks: SunSpecBlock[] = [];
  let addr = base + 2;
  while (blocks.length < MOST_MODELS && addr < 65_534) {
    const model = image.get(fn, addr);
    const length = image.get(fn, addr + 1);
    // A model 0 is memory behind a map that has no end mark.
    if (model === END || model === 0) break;
    if (model === undefined || length === undefined) return { blocks, next: { addr, count: 2 } };
    blocks.push({ model, addr, length });
    addr += 2 + length;
  }
  return { blocks, next: undefined };
}

/** Whether registers that were read begin with the mark of a SunSpec map. */
export const startsSunSpec = (words: ArrayLike<number>): boolean =>
  words[0] === MARKER[0] && words[1] === MARKER[1];

function hasMarker(image: RegisterImage, fn: 3 | 4, base: number): boolean {
  return image.get(fn, base) === MARKER[0] && image.get(fn, base + 1) === MARKER[1];
}

/** Models of the device as far as they are known; empty where there is no SunSpec map. */
export function sunSpecChain(image: RegisterImage, fn: 3 | 4): SunSpecBlock[] {
  return walk(image, fn).blocks;
}

/**
 * Registers to read next to learn which models the device has. Undefined: the chain is known to its end, or there is no
 * SunSpec map. A device that refuses a read does not have it: put zeros there and ask again.
 */
export function nextSunSpecRead(
  image: RegisterImage,
  fn: 3 | 4,
): { addr: number; count: number } | undefined {
  return walk(image, fn).next;
}

/** Writes marker, model heads and the end; answers the blocks, whose bodies are still empty. */
export function layChain(
  image: RegisterImage,
  models: readonly { model: number; length: number }[],
): SunSpecBlock[] {
  image.load(3, SUNSPEC_BASE, MARKER);
  let addr = SUNSPEC_BASE + 2;
  const blocks = models.map(({ model, length }) => {
    const block = { model, addr, length };
    image.load(3, addr, [model, length, ...Array.from({ length }, () => 0)]);
    addr += 2 + length;
    return block;
  });
  image.load(3, addr, [END, 0]);
  return blocks;
}
