/** The library of models by the names of pvlib's modules; README.md says how near each comes to pvlib. */
export * as iam from './iam/index.ts';
export type { Columns, Model, PartsModel, Values } from './vector/vectorised.ts';
