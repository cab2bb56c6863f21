export { createWeather, type Weather } from './create-weather.ts';
export { createPastWeather, type PastWeather, type WeatherOf } from './past-weather.ts';
export { weatherColumns } from './weather-columns.ts';
export { registerWeatherRoutes } from './routes.ts';
