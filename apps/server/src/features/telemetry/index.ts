export { askInZone } from './ask-in-zone.ts';
export { openTelemetryInput, type TelemetryInput } from './open-telemetry-input.ts';
export { completeLatest, completeLatestOf } from './latest/latest-store.ts';
export { storedLatest } from './latest/stored-latest.ts';
export { openPointRegistry } from './points/point-registry.ts';
export { openTelemetry, type Telemetry } from './open-telemetry.ts';
export { registerTelemetryRoutes } from './routes.ts';
export { storedSince } from './stored-since/stored-since.ts';
export { describeImported, importPoints } from './points/import-points.ts';
export type { PointRegistry } from './points/point-registry.ts';
export { recutDays } from './roll-up/redo/recut-days.ts';
export type { RollUps } from './roll-up/create-roll-ups.ts';
export type { NewEnergies } from './roll-up/roll-up.ts';
export type { BelievedReading, Cells, FlowCells } from './roll-up/energy-cells.ts';
export {
  countOverwritten,
  forgetImport,
  importDevices,
  importExtent,
} from './import-values/import-extent.ts';
export { importSlices } from './import-values/import-slices.ts';
export { listValues } from './import-values/list-values.ts';
export { takeBackSlice } from './import-values/take-back.ts';
export { dropTakenLatest } from './latest/mend-latest.ts';
export { readCells } from './roll-up/energy-store.ts';
export { dayStart } from './roll-up/energy-tree.ts';
export { mostOfPoint } from './roll-up/believed-means.ts';
export { idOf } from './roll-up/flow-sources.ts';
export { MOST_AT_LEAST_W, MOST_FACTOR } from './roll-up/likely-power.ts';
export {
  BALANCE_POINTS,
  type Balance,
  balanceOf,
  balanceSlot,
  ownPower,
  type BalanceValues,
} from './roll-up/power-balance.ts';
export { counterAt, counterSpans } from './roll-up/station-counters.ts';
export { partOf } from './roll-up/station-flows.ts';
export {
  fleetEnergy,
  fleetPower,
  isFarEast,
  type FleetEnergyBucket,
  type StationIds,
} from './history/fleet-series.ts';
export { fleetEnergyIn, fleetPowerByClock } from './history/fleet-clocks.ts';
export { readDeviceDays } from './availability/station-availability.ts';
export { fleetAvailability } from './availability/fleet-availability.ts';
export {
  IS_FAILED,
  IS_OUTAGE,
  IS_RESTING,
  IS_RUNNING,
  IS_STOPPED,
  IS_WAITING_FOR_GRID,
} from './availability/judge-states.ts';
export { modelOf } from './history/model-of.ts';
export { comparedDays, countedDays, inverterDays, invertersOf, meterDays } from './history/counter-days.ts';
export { firstDayStart } from './history/first-day.ts';
export { daysUntilNow } from './history/days-until-now.ts';
export { shownPlace } from './history/shown-place.ts';
export { stationDays } from './history/station-days.ts';
export { forgetTelemetry } from './retention/forget-telemetry.ts';
export { addStored, countStored } from './quota/count-stored.ts';
export { dropOldTelemetry } from './retention/drop-old-telemetry.ts';
export { keptSince } from './retention/kept-since.ts';
export { holdRetention } from './retention/needed-samples.ts';
export { EXPECTED_AGAIN_MS } from './roll-up/mark-late-powers.ts';
export type { ExpectedDay, ExpectedOfDay } from './history/station-power.ts';
