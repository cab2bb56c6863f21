import type { RegisterImage } from '../profile/register-image.ts';

/** Where SunSpec maps start; the first is by far the usual one. */
export const SUNSPEC_BASE = 40_000;
const BASES = [SUNSPEC_BASE, 50_000, 0, SUNSPEC_BASE - 1, SUNSPEC_BASE + 1];
/** Registers that hold the models the platform reads, of any device seen. */
export const SUNSPEC_SPAN = 500;
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

/** Walks the chain of models from the marker; empty where there is no SunSpec map. */
export function sunSpecChain(image: RegisterImage, fn: 3 | 4): SunSpecBlock[] {
  const base = BASES.find(
    (addr) => image.get(fn, addr) === MARKER[0] && image.get(fn, addr + 1) === MARKER[1],
  );
  if (base === undefined) return [];
  const blocks: SunSpecBlock[] = [];
  let addr = base + 2;
  while (blocks.length < MOST_MODELS) {
    const model = image.get(fn, addr);
    const length = image.get(fn, addr + 1);
    if (model === undefined || model === END || length === undefined) break;
    blocks.push({ model, addr, length });
    addr += 2 + length;
  }
  return blocks;
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
