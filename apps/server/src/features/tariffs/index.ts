export { countRevenues } from './revenue/count-revenues.ts';
export { listRevenues } from './revenue/counted-revenues.ts';
export { worthByDay, type EnergyWorth } from './revenue/worth-by-day.ts';
export { registerTariffsRoutes } from './routes.ts';
export { tariffScope } from './tariff-scope.ts';
