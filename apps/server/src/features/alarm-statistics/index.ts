export { registerAlarmStatisticsRoutes } from './routes.ts';
