export { createStation, isTimeZone, type StationInput } from './create-station.ts';
export { requireStation, type RequiredStation } from './require-station.ts';
export { registerStationsRoutes } from './routes.ts';
export { anyOf, escapeLike, snStartsWith } from './station-filter.ts';
export { seesEverything, stationScope, type StationCondition } from './station-scope.ts';
