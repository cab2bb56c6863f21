export { createParametersScript } from './parameters-script.ts';
export { registerParametersRoutes } from './routes.ts';
