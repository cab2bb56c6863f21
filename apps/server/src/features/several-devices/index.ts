export { registerSeveralDevicesRoutes } from './routes.ts';
export { createDeviceScripts } from './device-scripts.ts';
export { startSeveral } from './start-several.ts';
