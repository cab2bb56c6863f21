export { createTowns, type TownAtlas } from './create-towns.ts';
export { registerTownsRoutes } from './routes.ts';
export type { Site } from './town-of.ts';
