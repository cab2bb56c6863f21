export { recountEnergies } from './recount-energies.ts';
export { registerCounterChoicesRoutes } from './routes.ts';
