export { createTowns, type TownAtlas } from './create-towns.ts';
export { waysToWrite } from './fold.ts';
export { registerTownsRoutes } from './routes.ts';
