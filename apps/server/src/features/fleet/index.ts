export { openFleet, type OpenFleet } from './open-fleet.ts';
export { ownedFleet } from './owned-fleet.ts';
export type { RegisteredDevice } from './fleet-index.ts';
export { readStations } from './fleet.queries.ts';
export { stationOf } from './station-of.ts';
export type { FleetChange } from './refresh-fleet.ts';
export type { DesignPlanes, Fleet, FleetDevice, FleetStation } from './fleet.ts';
export { createSunlight, type SunlightOf } from './sunlight.ts';
