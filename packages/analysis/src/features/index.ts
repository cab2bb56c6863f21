export * from './clipping-geometric.ts';
export * from './clipping-levels.ts';
export * from './clipping-threshold.ts';
export * from './daytime.ts';
export * from './fixed-nrel.ts';
