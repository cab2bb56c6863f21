export * from './completeness.ts';
export * from './consistency.ts';
export type { Flags, Mark } from './flags.ts';
export * from './outliers.ts';
export * from './qcrad.ts';
export * from './spacing.ts';
export * from './stale.ts';
