export { nameComponents } from './name-components.ts';
export { registerComponentsRoutes } from './routes.ts';
