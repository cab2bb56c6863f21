/** Ids of the catalogue are below. */
const POINTS = 65_536;

/** Which points servers decide over. */
export type FactPoints = Readonly<Uint8Array>;

export function factPoints(points: Iterable<number>): FactPoints {
  const told = new Uint8Array(POINTS);
  for (const point of points) told[point] = 1;
  return told;
}
