export { createInstructionsScript } from './instructions-script.ts';
export { registerInstructionsRoutes } from './routes.ts';
export { checkRun, startSet } from './run-set.ts';
