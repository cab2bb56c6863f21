export { eraseDue } from './erase-accounts.ts';
export { registerCancellationRoutes } from './routes.ts';
