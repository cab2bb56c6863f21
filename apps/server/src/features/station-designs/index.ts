export { registerStationDesignsRoutes } from './routes.ts';
