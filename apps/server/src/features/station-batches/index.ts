export { registerStationBatchesRoutes } from './routes.ts';
export { runBatch } from './run-batch.ts';
