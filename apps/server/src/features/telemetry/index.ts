export { openTelemetryInput, type TelemetryInput } from './open-telemetry-input.ts';
export { openTelemetry, type Telemetry } from './open-telemetry.ts';
export { registerTelemetryRoutes } from './routes.ts';
export { fleetEnergy, fleetPower, isFarEast, type StationIds } from './history/fleet-series.ts';
export { stationDays } from './history/station-days.ts';
export { forgetTelemetry } from './retention/forget-telemetry.ts';
