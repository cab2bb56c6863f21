import { DEGREE, type Towns } from './towns.ts';

/** Towns by cells of one degree, so that what is near is found without looking at the whole world. */
export interface TownGrid {
  /** Towns of a cell are `order[starts[cell]]` to `order[starts[cell + 1] - 1]`, the most populous first. */
  starts: Uint32Array;
  order: Uint32Array;
}

const [ROWS, COLUMNS] = [180, 360];

const rowOf = (latitude: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(latitude + 90)));
const columnOf = (longitude: number) => (((Math.floor(longitude) + 180) % COLUMNS) + COLUMNS) % COLUMNS;

export function makeGrid({ count, latitudes, longitudes }: Towns): TownGrid {
  const cells = new Uint32Array(count);
  const starts = new Uint32Array(ROWS * COLUMNS + 1);
  for (let index = 0; index < count; index += 1) {
    const cell = rowOf(latitudes[index]! / DEGREE) * COLUMNS + columnOf(longitudes[index]! / DEGREE);
    cells[index] = cell;
    starts[cell + 1]! += 1;
  }
  for (let cell = 0; cell < ROWS * COLUMNS; cell += 1) starts[cell + 1]! += starts[cell]!;
  const order = new Uint32Array(count);
  const next = starts.slice();
  for (let index = 0; index < count; index += 1) order[next[cells[index]!]!++] = index;
  return { starts, order };
}

/** Towns of the cells around a place, at least one degree of latitude and as far in longitude away; also over the date line. */
export function* townsAround(
  { starts, order }: TownGrid,
  latitude: number,
  longitude: number,
): Generator<number> {
  const row = rowOf(latitude);
  const reach = Math.min(
    COLUMNS / 2 - 1,
    Math.ceil(1 / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)),
  );
  for (let y = Math.max(0, row - 1); y <= Math.min(ROWS - 1, row + 1); y += 1) {
    for (let step = -reach; step <= reach; step += 1) {
      const cell = y * COLUMNS + columnOf(longitude + step);
      for (let at = starts[cell]!; at < starts[cell + 1]!; at += 1) yield order[at]!;
    }
  }
}
