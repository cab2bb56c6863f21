export { registerAddressesRoutes } from './routes.ts';
