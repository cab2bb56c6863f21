export { forgetExports } from './delete-exports.ts';
export { registerStationExportsRoutes } from './routes.ts';
export { runExport } from './run-export.ts';
