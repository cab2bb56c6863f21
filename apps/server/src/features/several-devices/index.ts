export { registerSeveralDevicesRoutes } from './routes.ts';
export { createDeviceScripts } from './device-scripts.ts';
