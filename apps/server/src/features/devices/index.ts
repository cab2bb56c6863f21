export { isDeviceSecret, mintDeviceSecret, storeDeviceSecret, type StoredSecret } from './device-secret.ts';
export { endOldSecret, revokeSecret } from './end-secret.ts';
export { devicesElsewhere, ensureDevices } from './ensure-devices.ts';
export { renewStationSecrets } from './renew-station-secrets.ts';
export { requireDevice } from './require-device.ts';
export { NO_OLD_SECRET, sealedForDevice, type Renewer } from './renew-secret.ts';
export { rotateSecret } from './rotate-secret.ts';
export { registerDevicesRoutes } from './routes.ts';
