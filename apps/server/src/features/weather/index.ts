export { createWeather, type Weather } from './create-weather.ts';
export { weatherColumns } from './weather-columns.ts';
export { registerWeatherRoutes } from './routes.ts';
