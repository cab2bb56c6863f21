export { createTowns, type TownAtlas } from './create-towns.ts';
export { registerTownsRoutes } from './routes.ts';
