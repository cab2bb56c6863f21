export { registerStationCalendarRoutes } from './routes.ts';
