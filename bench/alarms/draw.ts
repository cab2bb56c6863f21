/** Numbers in [0, 1), the same ones for the same seed. */
export type Draw = () => number;

export function drawOf(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (draw: Draw, least: number, most: number): number => least + (most - least) * draw();

export const oneOf = <T>(draw: Draw, all: readonly T[]): T => all[Math.floor(draw() * all.length)]!;

export function shuffled<T>(draw: Draw, all: readonly T[]): T[] {
  return all
    .map((value) => ({ value, place: draw() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
