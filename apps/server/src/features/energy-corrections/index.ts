export { correctionsOf } from './corrections-of.ts';
export { fleetCorrections } from './fleet-corrections.ts';
export { registerEnergyCorrectionsRoutes } from './routes.ts';
