export { createAlarms } from './create-alarms.ts';
export { removeTakenAlarms } from './remove-taken-alarms.ts';
export { registerAlarmsRoutes } from './routes.ts';
