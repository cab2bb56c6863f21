export { firmwareScope } from './firmware-scope.ts';
export { forgetImages } from './forget-images.ts';
export { registerFirmwareRoutes } from './routes.ts';
