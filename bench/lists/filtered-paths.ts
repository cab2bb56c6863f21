import { STATION_REVENUES, STATION_SORTS } from '@sunfleet/contract';

/** Filters as people set them: words, texts and ranges, of states and of stations. */
const FILTERS = [
  'status=offline,alarm',
  'communication=online',
  'type=commercial,utility',
  'name=7',
  'address=lane',
  'capacity=50..400',
  'power=10000..80000',
  'energyToday=100..',
  'hoursToday=..40',
  'energyYear=1000..90000',
  'soc=20..80',
  'devicesOffline=1..',
  'expected=..90',
  'loss=1..',
  'silence=..24',
] as const;

/** A page in every order (revenue apart, of which these stations have none), each under three filters and three times. */
export function filteredPaths(): string[] {
  const sorts = STATION_SORTS.filter((sort) => !STATION_REVENUES.some((figure) => figure === sort));
  return Array.from({ length: 3 * sorts.length }, (_, request) => {
    const three = [0, 4, 9].map((step) => FILTERS[(request + step) % FILTERS.length]);
    const order = request % 2 === 0 ? 'desc' : 'asc';
    return `/stations?${three.join('&')}&sort=${sorts[request % sorts.length]}&order=${order}&pageSize=20`;
  });
}
