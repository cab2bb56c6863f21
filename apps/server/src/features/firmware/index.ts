export { firmwareScope } from './firmware-scope.ts';
export { forgetImages } from './forget-images.ts';
export { createImageDoor } from './upgrades/serve-image.ts';
export { createUpgradeScript } from './upgrades/upgrade-script.ts';
export { workUpgrades } from './upgrades/work-upgrades.ts';
export { registerFirmwareRoutes } from './routes.ts';
