export { deviceScope } from './device-scope.ts';
export { grantRuns, ownStations, seesEverything, stationScope } from './station-scope.ts';
