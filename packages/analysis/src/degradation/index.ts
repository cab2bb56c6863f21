export * from './classical-decomposition.ts';
export type { LineDegradation, LineInput } from './line.ts';
export * from './ols.ts';
export type { Degradation, Uncertainty } from './result.ts';
export * from './year-on-year.ts';
