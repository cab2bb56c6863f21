export { addDevice, type DeviceInput } from './add-device.ts';
export { deviceScope } from './device-scope.ts';
export { isDeviceSecret, mintDeviceSecret, storeDeviceSecret, type StoredSecret } from './device-secret.ts';
export { devicesElsewhere, ensureDevices } from './ensure-devices.ts';
export { requireDevice, type RequiredDevice } from './require-device.ts';
export { registerDevicesRoutes } from './routes.ts';
