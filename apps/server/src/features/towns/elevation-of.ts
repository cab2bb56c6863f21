import { distanceKm, type Position } from './distance-km.ts';
import { townsAround, type TownGrid } from './town-grid.ts';
import { DEGREE, NO_ELEVATION, type Towns } from './towns.ts';

/** Towns farther away say little of a place. */
const FARTHEST_KM = 10;
/** A little more in degrees of latitude: what is farther north or south needs no distance, and that is nearly all of what is around. */
const FARTHEST_DEGREES = 0.1;
/** One alone tells too little: its height is off by 300 m in one of a hundred places. */
const FEWEST_TOWNS = 2;
const MOST_TOWNS = 4;
/** Metres. Where towns differ by more, the land is too steep to guess. */
const MOST_SPREAD = 100;

/** Metres above the sea of a place, the median of the towns around it; undefined where too few are near or they differ too much. */
export function elevationOf(towns: Towns, grid: TownGrid, place: Position): number | undefined {
  const { latitudes, longitudes, elevations } = towns;
  const near: { km: number; elevation: number }[] = [];
  for (const index of townsAround(grid, place.latitude, place.longitude)) {
    const elevation = elevations[index]!;
    const latitude = latitudes[index]! / DEGREE;
    if (elevation === NO_ELEVATION || Math.abs(latitude - place.latitude) > FARTHEST_DEGREES) continue;
    const town = { latitude, longitude: longitudes[index]! / DEGREE };
    const km = distanceKm(place, town);
    if (km <= FARTHEST_KM) near.push({ km, elevation });
  }
  const heights = near
    .toSorted((a, b) => a.km - b.km)
    .slice(0, MOST_TOWNS)
    .map(({ elevation }) => elevation)
    .toSorted((a, b) => a - b);
  if (heights.length < FEWEST_TOWNS || heights.at(-1)! - heights[0]! > MOST_SPREAD) return undefined;
  const middle = (heights.length - 1) / 2;
  return Math.round((heights[Math.floor(middle)]! + heights[Math.ceil(middle)]!) / 2);
}
