export { deviceScope, readDeviceScope, readListedScope, type DeviceCondition } from './device-scope.ts';
export { nameStations } from './name-stations.ts';
export {
  endedStationScope,
  grantRuns,
  notEndedId,
  ownStations,
  readStationScope,
  seesEverything,
  stationScope,
  type StationCondition,
} from './station-scope.ts';
