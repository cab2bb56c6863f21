export { isDeviceSecret, mintDeviceSecret, storeDeviceSecret, type StoredSecret } from './device-secret.ts';
export { devicesElsewhere, ensureDevices } from './ensure-devices.ts';
export { requireDevice } from './require-device.ts';
export { registerDevicesRoutes } from './routes.ts';
