export { freeDevices } from './free-devices.ts';
export { deleteStations, type FreedDevice } from './delete-stations.ts';
export { placeStations } from './place-stations.ts';
export { holdStation, requireStation, visibleStations, type RequiredStation } from './require-station.ts';
export { requireStationRoom } from './require-station-room.ts';
export { registerStationsRoutes } from './routes.ts';
export { stationAuthority } from './station-authority.ts';
export { snStartsWith, stationCondition } from './station-filter.ts';
export { EXPECTATION_SUMS } from './expectation-sums.ts';
