export { registerPortfolioRoutes } from './routes.ts';
