/** Seeded source of numbers: the same seed gives the same run on every machine. */
export interface Prng {
  /** Uniform 32-bit integer, 0 to 2^32 - 1. */
  nextUint32(): number;
  /** Uniform in [0, 1), 32 bits fine. */
  next(): number;
  /** Normal with mean 0 and deviation 1. */
  nextNormal(): number;
}

/** Fills the state from one seed, as the authors of xoshiro advise (here with a 32-bit SplitMix). */
function splitMix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}

const rotateLeft = (x: number, bits: number): number => ((x << bits) | (x >>> (32 - bits))) >>> 0;

/** The state of xoshiro128**: four 32-bit words, not all zero. */
export type PrngState = readonly [number, number, number, number];

/**
 * xoshiro128** 1.1 (Blackman and Vigna 2018). Seeded with a 32-bit number or with its whole state.
 * Not for secrets.
 */
export function createPrng(seed: number | PrngState): Prng {
  const fill = typeof seed === 'number' ? splitMix32(seed) : null;
  let [s0, s1, s2, s3] = fill ? [fill(), fill(), fill(), fill()] : (seed as PrngState);
  const nextUint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5) >>> 0, 7), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotateLeft(s3 >>> 0, 11);
    return result;
  };
  const next = (): number => nextUint32() / 2 ** 32;
  // Box and Muller 1958; 1 - u keeps the logarithm finite.
  const nextNormal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { nextUint32, next, nextNormal };
}
