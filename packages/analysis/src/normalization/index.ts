export * from './aggregation-insol.ts';
export * from './energy-from-power.ts';
export { interpolate } from './interpolate.ts';
export type { InterpolateInput } from './interpolate.ts';
export * from './normalize.ts';
