export { holdDevices } from './hold-devices.ts';
export { deviceScope, readDeviceScope, readListedScope, type DeviceCondition } from './device-scope.ts';
export { nameStations } from './name-stations.ts';
export { isTold } from './is-told.ts';
export { reachesAllDevices, reachesAllStations } from './reaches-all.ts';
export {
  endedStationScope,
  grantRuns,
  mayWhereverSeen,
  notEndedId,
  ownStations,
  readStationScope,
  seesEverything,
  stationScope,
  type StationCondition,
} from './station-scope.ts';
