export { batchesOf, inBatches } from './batch-tags.ts';
export { batchScope, requireBatches } from './batch-scope.ts';
export { registerDeviceBatchesRoutes } from './routes.ts';
