export { createImportRuns, createImports, type ImportRuns, type Imports } from './create-imports.ts';
export { registerImportsRoutes } from './routes.ts';
export { runUndo } from './undo/run-undo.ts';
