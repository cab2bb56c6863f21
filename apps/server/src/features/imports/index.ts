export { createImports, type Imports } from './create-imports.ts';
export { registerImportsRoutes } from './routes.ts';
