export { deviceScope } from './device-scope.ts';
export {
  ENDED_STATIONS,
  endedStationScope,
  grantRuns,
  ownStations,
  readStationScope,
  seesEverything,
  stationScope,
  type StationCondition,
} from './station-scope.ts';
