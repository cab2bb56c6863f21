export * from './envelope.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './permissions.ts';
export * from './route.ts';
export * from './vocabulary.ts';
export { routes, type RouteName } from './routes/index.ts';
export { account, session, type Account, type Session } from './routes/accounts.ts';
export { alarm, type Alarm } from './routes/alarms.ts';
export {
  deviceDetail,
  deviceInput,
  deviceLive,
  deviceRow,
  pointSeries,
  type DeviceDetail,
  type DeviceLive,
  type DeviceRow,
  type PointSeries,
} from './routes/devices.ts';
export { importMapping, importRun, type ImportMapping, type ImportRun } from './routes/imports.ts';
export { telemetryBody, telemetryMessage } from './routes/ingest.ts';
export { liveEvent, type LiveEvent } from './routes/live.ts';
export { type Health, type HealthPart } from './routes/platform.ts';
export { type PortfolioOverview } from './routes/portfolio.ts';
export {
  energyBucket,
  stationDetail,
  stationInput,
  stationLive,
  stationRow,
  type EnergyBucket,
  type StationDetail,
  type StationLive,
  type StationPower,
  type StationRow,
} from './routes/stations.ts';
export { theme, type Theme } from './routes/themes.ts';
