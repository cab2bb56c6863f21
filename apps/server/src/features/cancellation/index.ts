export { coolOffAgain } from './cool-off-again.ts';
export { eraseDue } from './erase-accounts.ts';
export { registerCancellationRoutes } from './routes.ts';
