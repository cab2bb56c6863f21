/** The library of models by the names of pvlib's modules; README.md says how near each comes to pvlib. */
export * as degradation from './degradation/index.ts';
export * as features from './features/index.ts';
export * as filtering from './filtering/index.ts';
export * as iam from './iam/index.ts';
export * as inverter from './inverter/index.ts';
export * as ivtools from './ivtools/index.ts';
export * as normalization from './normalization/index.ts';
export * as pvsystem from './pvsystem/index.ts';
export * as quality from './quality/index.ts';
export * as singlediode from './single-diode/index.ts';
export * as snow from './snow/index.ts';
export * as soiling from './soiling/index.ts';
export * as spectrum from './spectrum/index.ts';
export * as temperature from './temperature/index.ts';
export type { Columns, Model, PartsModel, Values } from './vector/vectorised.ts';
