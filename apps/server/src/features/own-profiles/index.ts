export { fitsOwnProfile } from './fits-own-profile.ts';
export { listOwnFamilies } from './list-own-profiles.ts';
export { registerOwnProfilesRoutes } from './routes.ts';
