export { registerDisputesRoutes } from './routes.ts';
