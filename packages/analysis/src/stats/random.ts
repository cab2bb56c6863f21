/** Numbers from 0 to below 1 that are the same for the same seed. xoshiro128**; Blackman and Vigna 2021, ACM TOMS 47, 36. */
export function seededRandom(seed: number): () => number {
  let mixed = seed | 0;
  // The four words by splitmix32, so that neighbouring seeds have nothing in common.
  const word = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let value = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return value ^ (value >>> 15);
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  return () => {
    const turned = Math.imul(b, 5);
    const result = Math.imul((turned << 7) | (turned >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result >>> 0) / 4_294_967_296;
  };
}

/** Two independent numbers of the standard normal distribution. Box and Muller 1958. */
export function normalPair(random: () => number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
