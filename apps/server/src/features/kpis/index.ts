export { registerKpisRoutes } from './routes.ts';
export { sumKpiDays } from './sum-kpi-days.ts';
