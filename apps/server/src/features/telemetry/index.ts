export { openTelemetryInput, type TelemetryInput } from './open-telemetry-input.ts';
export type { DeviceLatest } from './latest/device-latest.ts';
