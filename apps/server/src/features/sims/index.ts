export { askProvider } from './provider/ask-provider.ts';
export { registerSimsRoutes } from './routes.ts';
export { simScope } from './sim-scope.ts';
export { tellSimAlerts } from './tell-alerts.ts';
