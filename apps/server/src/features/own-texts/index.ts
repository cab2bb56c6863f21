export { followOwnTexts } from './follow-own-texts.ts';
export { registerOwnTextsRoutes } from './routes.ts';
