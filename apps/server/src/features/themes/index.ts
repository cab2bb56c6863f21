export { listThemes } from './list-themes.ts';
export { registerThemesRoutes } from './routes.ts';
