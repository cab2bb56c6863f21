export { createImportRuns, createImports, type ImportRuns, type Imports } from './create-imports.ts';
export { forgetUploads } from './forget-uploads.ts';
export { registerImportsRoutes } from './routes.ts';
export { runUndo } from './undo/run-undo.ts';
