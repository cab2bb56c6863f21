export { deleteStations, type FreedDevice } from './delete-stations.ts';
export { isTimeZone } from './create-station.ts';
export { requireStation, type RequiredStation } from './require-station.ts';
export { registerStationsRoutes } from './routes.ts';
export { anyOf, escapeLike, snStartsWith } from './station-filter.ts';
export { seesEverything, stationScope } from './station-scope.ts';
