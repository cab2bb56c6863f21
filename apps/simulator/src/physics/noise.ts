/** Value noise: smooth, without memory, and the same for the same seed and place on every machine. */

/** Uniform in [0, 1) for a lattice point. Three rounds of multiply and shift scatter neighbours well enough for weather. */
function hash(seed: number, x: number, y: number, t: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (x | 0) ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (y | 0) ^ (h >>> 13), 0x27d4eb2f);
  h = Math.imul(h ^ (t | 0) ^ (h >>> 16), 0x165667b1);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

/** Zero slope and curvature at both ends, so that no lattice shows in the curve (Perlin 2002). */
const fade = (u: number): number => u * u * u * (u * (u * 6 - 15) + 10);
const between = (a: number, b: number, u: number): number => a + (b - a) * u;

/** Smooth noise over time alone, in [0, 1), mean 0.5; `t` in lattice steps. */
export function noise1(seed: number, t: number): number {
  const t0 = Math.floor(t);
  return between(hash(seed, 0, 0, t0), hash(seed, 0, 0, t0 + 1), fade(t - t0));
}

/** Smooth noise over place and time, in [0, 1), mean 0.5; all in lattice steps. */
export function noise3(seed: number, x: number, y: number, t: number): number {
  const [x0, y0, t0] = [Math.floor(x), Math.floor(y), Math.floor(t)];
  const [u, v, w] = [fade(x - x0), fade(y - y0), fade(t - t0)];
  const plane = (at: number): number =>
    between(
      between(hash(seed, x0, y0, at), hash(seed, x0 + 1, y0, at), u),
      between(hash(seed, x0, y0 + 1, at), hash(seed, x0 + 1, y0 + 1, at), u),
      v,
    );
  return between(plane(t0), plane(t0 + 1), w);
}

/** Uniform in [0, 1) for a text and a number: what makes one device differ from the next, always in the same way. */
export function scatter(name: string, index = 0): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) h = Math.imul(h ^ name.charCodeAt(at), 0x01000193);
  return hash(h, index, 7, 11);
}
