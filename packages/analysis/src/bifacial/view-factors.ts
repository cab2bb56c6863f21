import { cosDeg, sinDeg } from '../sun/angles.ts';

/** A point across the rows: along the ground, and above it. */
interface Point {
  x: number;
  y: number;
}

const distance = (one: Point, other: Point) => Math.hypot(other.x - one.x, other.y - one.y);
const direction = (from: Point, to: Point) => Math.atan2(to.y - from.y, to.x - from.x);

const CLOSE = 1e-8;

/** Length of a string from a point to another past two edges, which it may neither pass on the left nor on the right. */
function stringLength(from: Point, to: Point, left: Point, right: Point): number {
  const straight = direction(from, to);
  if (direction(from, right) - straight > CLOSE) return distance(from, right) + distance(right, to);
  if (straight - direction(from, left) > CLOSE) return distance(from, left) + distance(left, to);
  return distance(from, to);
}

export interface Rows {
  /** Degrees. */
  tilt: number;
  /** Slant length of a row by the distance of rows. */
  gcr: number;
  /** Of the middle of a row above the ground, m. */
  height: number;
  /** Distance of rows, m. */
  pitch: number;
}

/** The edge of two that a string along the ground's first or last point touches: that which stands lower or higher as seen from it. */
function edgeSeen(from: Point, one: Point, other: Point, isHigher: boolean): Point {
  return direction(from, one) > direction(from, other) === isHigher ? one : other;
}

const LOWEST = Math.tan((5 * Math.PI) / 180);
/** Rows to each side. What stands that high over rows that close together sees the same from any height. */
const MOST_ROWS = 200;

const shares = new Map<string, number>();
const KEPT_SHARES = 4096;

/**
 * Share of the sky that the ground between two rows sees through the gaps of all rows. Remembered, because it asks many rows and stays the same whatever the Sun
 * does.
 */
export function groundSkyShare(rows: Rows): number {
  const key = `${rows.tilt} ${rows.gcr} ${rows.height} ${rows.pitch}`;
  const known = shares.get(key);
  if (known !== undefined) return known;
  if (shares.size >= KEPT_SHARES) shares.clear();
  const share = shareOfGaps(rows);
  shares.set(key, share);
  return share;
}

/** By crossed strings (Hottel 1954): up to the rows that stand 5 degrees high. Anderson, Jensen and Hansen 2026, IEEE J. Photovoltaics. */
function shareOfGaps({ tilt, gcr, height: told, pitch }: Rows): number {
  if (Number.isNaN(tilt + gcr + told + pitch)) return NaN;
  // Data sheets are what people typed: a millimetre between rows of fifty metres would be looked through for ever.
  const height = Math.min(told, MOST_ROWS * pitch * LOWEST);
  const mostRows = Math.min(MOST_ROWS, Math.ceil(height / (pitch * LOWEST)));
  const halfAlong = (gcr * pitch * cosDeg(tilt)) / 2;
  const halfUp = (gcr * pitch * sinDeg(tilt)) / 2;
  const side = Math.sign(tilt);
  const first = { x: 0, y: 0 };
  const last = { x: pitch, y: 0 };
  let sum = 0;
  for (let row = -mostRows; row <= mostRows; row += 1) {
    const edge = (middle: number, sign: number) => ({
      x: middle * pitch + sign * halfAlong,
      y: height + sign * halfUp,
    });
    const right = edge(row + 1, side);
    const left = { x: right.x - pitch, y: right.y };
    const obstacleLeft = edgeSeen(first, edge(row, -1), edge(row, 1), false);
    const obstacleRight = edgeSeen(last, edge(row + 1, -1), edge(row + 1, 1), true);
    const string = (from: Point, to: Point) => stringLength(from, to, obstacleLeft, obstacleRight);
    const crossed = string(first, right) + string(last, left);
    const straight = string(first, left) + string(last, right);
    sum += Math.max(0, (crossed - straight) / (2 * pitch));
  }
  return sum;
}

/** Share of what a row sees that is the sky, mean over its slant. Mikofski et al. 2019, PVSC 46. */
export function rowSkyShare({ tilt, gcr }: Rows): number {
  const pitch = 1 / gcr;
  return (1 + pitch - Math.sqrt(pitch * pitch - 2 * pitch * cosDeg(tilt) + 1)) / 2;
}

/** Share of what a row sees that is the ground before it, mean over its slant, with rows without end. The same paper. */
export const rowGroundShare = (rows: Rows): number => rowSkyShare({ ...rows, tilt: 180 - rows.tilt });
