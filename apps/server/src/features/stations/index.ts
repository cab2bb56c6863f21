export { addedByPeople } from './added-by-people.ts';
export { askRecut } from './ask-recut.ts';
export { favouriteStation } from './favourites/favourite-station.ts';
export { labelStations } from './label-stations.ts';
export { readRows, requireMoney } from './list-stations.ts';
export { knownZone, requireZone } from './require-zone.ts';
export { orderBy, sortNeedsStations } from './station-sort.ts';
export { stationSource } from './station-source.ts';
export { createStations } from './create-station.ts';
export { freeDevices } from './free-devices.ts';
export { deleteStations, type FreedDevice } from './delete-stations.ts';
export { placeStations } from './place-stations.ts';
export { mendZones } from './mend-zones.ts';
export { holdStation, requireStation, visibleStations, type RequiredStation } from './require-station.ts';
export { unknownZones } from './require-zone.ts';
export { requireStationRoom } from './require-station-room.ts';
export { registerStationsRoutes } from './routes.ts';
export { WITHOUT_OWNER } from './without-owner.ts';
export { stationAuthority } from './station-authority.ts';
export { MEASURED_TODAY } from './measured-today.ts';
export {
  readScoped,
  snStartsWith,
  stationCondition,
  textQuestions,
  type ScopedActor,
} from './station-filter.ts';
export { EXPECTATION_SUMS } from './expectation-sums.ts';
