export { registerLabelsRoutes } from './routes.ts';
