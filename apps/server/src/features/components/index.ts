export { nameComponents } from './name-components.ts';
export { withParameters } from './with-parameters.ts';
export { registerComponentsRoutes } from './routes.ts';
