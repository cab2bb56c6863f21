export { createWeather, type Weather } from './create-weather.ts';
export { registerWeatherRoutes } from './routes.ts';
