export { forgetFiles } from './forget-files.ts';
export { registerStationFilesRoutes } from './routes.ts';
