export { registerSavedViewsRoutes } from './routes.ts';
export { viewScope } from './view-scope.ts';
