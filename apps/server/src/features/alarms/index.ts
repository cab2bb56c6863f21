export { createAlarms, type Alarms } from './create-alarms.ts';
export { registerAlarmsRoutes } from './routes.ts';
