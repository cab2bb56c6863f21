export { makeForecasts } from './make-forecasts.ts';
export { measureForecasts } from './measure-forecasts.ts';
export { registerForecastsRoutes } from './routes.ts';
