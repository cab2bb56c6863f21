export { deviceScope } from './device-scope.ts';
export {
  grantRuns,
  ownStations,
  readStationScope,
  seesEverything,
  stationScope,
  type StationCondition,
} from './station-scope.ts';
