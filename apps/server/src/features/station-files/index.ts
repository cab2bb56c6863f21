export { registerStationFilesRoutes } from './routes.ts';
