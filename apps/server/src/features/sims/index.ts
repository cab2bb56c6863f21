export { askProvider } from './provider/ask-provider.ts';
export { endRestoredOrders } from './provider/end-restored-orders.ts';
export { registerSimsRoutes } from './routes.ts';
export { readSimLimits } from './sim-limits.ts';
export { simScope } from './sim-scope.ts';
export { tellSimAlerts } from './tell-alerts.ts';
