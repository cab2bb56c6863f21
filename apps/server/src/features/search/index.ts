export { foldStations } from './fold-stations.ts';
export { registerSearchRoutes } from './routes.ts';
