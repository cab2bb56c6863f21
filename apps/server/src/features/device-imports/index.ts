export { forgetImports } from './forget-imports.ts';
export { registerDeviceImportsRoutes } from './routes.ts';
export { workImports } from './work-imports.ts';
