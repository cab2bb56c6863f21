import { distanceKm, type Position } from './distance-km.ts';
import { fold } from './fold.ts';
import { townsAround, type TownGrid } from './town-grid.ts';
import { DEGREE, textAt, type Towns } from './towns.ts';

export interface Site extends Position {
  /** ISO 3166-1, where it is known: a town over the border is none of the site's. */
  country: string | null;
  address: string | null;
}

interface Near {
  index: number;
  /** From the edge of the town; below zero inside. */
  km: number;
}

/** Beyond it a site is in no town's neighbourhood. */
const FARTHEST_KM = 50;
/** A town that an address names, but farther away, is another one of the same name. */
const FARTHEST_NAMED_KM = 30;
/** Radius of a town of one person: 100,000 people live within three kilometres of the middle, a million within nine. */
const RADIUS_KM = 0.009;

/** Index of the town of a site: the one that its address names, if it is near, otherwise the one whose edge is nearest. */
export function townOf(towns: Towns, grid: TownGrid, site: Site): number | undefined {
  const near: Near[] = [];
  for (const index of townsAround(grid, site.latitude, site.longitude)) {
    if (!mayLieIn(towns, index, site.country)) continue;
    const km = distanceTo(towns, index, site);
    if (km <= FARTHEST_KM) near.push({ index, km });
  }
  return (namedTown(towns, site.address, near) ?? nearest(near))?.index;
}

const mayLieIn = ({ regions, regionOf }: Towns, index: number, country: string | null) =>
  country === null || regions[regionOf[index]!]!.country === country;

function distanceTo({ latitudes, longitudes, populations }: Towns, index: number, site: Site): number {
  const middle = { latitude: latitudes[index]! / DEGREE, longitude: longitudes[index]! / DEGREE };
  return distanceKm(site, middle) - RADIUS_KM * Math.sqrt(populations[index]!);
}

const nearest = (near: readonly Near[]) =>
  near.reduce<Near | undefined>((best, one) => (best && best.km <= one.km ? best : one), undefined);

/**
 * The longest name in the last part of an address that names a town. A street comes before its town, and it may be named after another
 * one.
 */
function namedTown(towns: Towns, address: string | null, near: readonly Near[]): Near | undefined {
  if (!address) return undefined;
  const candidates = near
    .filter(({ km }) => km <= FARTHEST_NAMED_KM)
    .flatMap(({ index, km }) => keysOf(towns, index).map((name) => ({ index, km, name })));
  for (const part of address.split(/[,;\n]/).toReversed()) {
    const words = ` ${fold(part)} `;
    const named = candidates.filter(({ name }) => words.includes(` ${name} `));
    const [best] = named.toSorted((a, b) => b.name.length - a.name.length || a.km - b.km);
    if (best) return best;
  }
  return undefined;
}

const keysOf = ({ keys }: Towns, index: number) => textAt(keys, index).split(KEY_STARTS).filter(Boolean);

const KEY_STARTS = /[\n\t]/;
