export { countRevenues } from './revenue/count-revenues.ts';
export { registerTariffsRoutes } from './routes.ts';
export { tariffScope } from './tariff-scope.ts';
